//! The floors of the gateway: which module may import which. See the architecture in `src/lib.rs`.
//!
//! Crates need no such test: the compiler keeps them apart.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};

/// The floors, each with the floors it may stand on.
const FLOORS: &[(&str, &[&str])] = &[
    ("codec", &[]),
    ("input", &["codec"]),
    ("keys", &[]),
    ("config", &["input"]),
    ("anonymize", &["keys"]),
    ("store", &["anonymize", "keys", "config"]),
    ("access", &["config"]),
    ("problem", &["input"]),
    ("telemetry", &["config"]),
    ("profile", &["codec", "problem"]),
    ("engine", &["profile", "codec", "input", "keys", "config", "anonymize", "store"]),
    ("eval", &["input"]),
    (
        "server",
        &[
            "input",
            "keys",
            "config",
            "codec",
            "anonymize",
            "store",
            "access",
            "problem",
            "telemetry",
            "profile",
            "engine",
        ],
    ),
    (
        "cli",
        &[
            "input",
            "keys",
            "config",
            "codec",
            "anonymize",
            "store",
            "access",
            "problem",
            "telemetry",
            "profile",
            "engine",
            "eval",
            "server",
        ],
    ),
];

/// The source files below `dir`.
fn sources(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    found
}

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The paths that the code of a file names, `use` declarations written out, without those of items under
/// `#[cfg(test)]`, which may look anywhere.
fn paths(code: &str) -> BTreeSet<String> {
    let mut found = Paths::default();
    found.visit_file(&syn::parse_file(code).expect("a source file"));
    found.0
}

/// Collects paths of at least two segments.
#[derive(Default)]
struct Paths(BTreeSet<String>);

impl Paths {
    fn add_use(&mut self, before: &str, tree: &syn::UseTree) {
        let join = |name: &dyn ToString| match before {
            "" => name.to_string(),
            before => format!("{before}::{}", name.to_string()),
        };
        match tree {
            syn::UseTree::Path(path) => self.add_use(&join(&path.ident), &path.tree),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_use(before, tree)),
            syn::UseTree::Name(name) => _ = self.0.insert(join(&name.ident)),
            syn::UseTree::Rename(rename) => _ = self.0.insert(join(&rename.ident)),
            syn::UseTree::Glob(_) => _ = self.0.insert(join(&"*")),
        }
    }

    /// Adds the paths in the tokens of a macro, which is not parsed.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut path = String::new();
        for token in tokens {
            match token {
                TokenTree::Ident(name) if path.is_empty() || path.ends_with("::") => path += &name.to_string(),
                TokenTree::Punct(sign) if sign.as_char() == ':' && !path.is_empty() => path.push(':'),
                other => {
                    self.0.extend(path.contains("::").then(|| std::mem::take(&mut path)));
                    path.clear();
                    match other {
                        TokenTree::Ident(name) => path = name.to_string(),
                        TokenTree::Group(group) if group.delimiter() != Delimiter::None => {
                            self.add_tokens(group.stream());
                        }
                        _ => {}
                    }
                }
            }
        }
        self.0.extend(path.contains("::").then_some(path));
    }
}

/// Reports whether an item is compiled for tests alone.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    let is = |attribute: &syn::Attribute| {
        attribute.path().is_ident("cfg") && attribute.meta.to_token_stream().to_string() == "cfg (test)"
    };
    attributes.iter().any(is)
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_test(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_use(&mut self, import: &'ast syn::ItemUse) {
        if !is_test(&import.attrs) {
            self.add_use("", &import.tree);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        if !is_test(&function.attrs) {
            visit::visit_item_fn(self, function);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if names.len() > 1 {
            self.0.insert(names.join("::"));
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.add_tokens(call.tokens.clone());
    }
}

/// The files that are compiled for tests alone: those of modules declared under `#[cfg(test)]`.
fn is_test_file(path: &Path) -> bool {
    let inside = path.strip_prefix(src()).expect("a file of src");
    inside.iter().any(|part| part == "tests" || part == "tests.rs")
}

/// The source files that are not for tests alone, with the paths that they name.
fn named() -> impl Iterator<Item = (PathBuf, BTreeSet<String>)> {
    sources(&src()).into_iter().filter(|path| !is_test_file(path)).map(|path| {
        let code = fs::read_to_string(&path).expect("a source file");
        (path.strip_prefix(src()).expect("a file of src").to_owned(), paths(&code))
    })
}

#[test]
fn every_module_imports_only_the_floors_below_it() {
    let mut seen = BTreeSet::new();
    for (file, paths) in named() {
        let name =
            file.iter().next().and_then(|name| name.to_str()).expect("a name").trim_end_matches(".rs").to_owned();
        if name == "lib" || name == "main" {
            continue;
        }
        let (_, below) = *FLOORS
            .iter()
            .find(|(floor, _)| *floor == name)
            .unwrap_or_else(|| panic!("{name} is not in the list of floors: add it, and to src/lib.rs"));
        seen.insert(name.clone());
        for import in paths.iter().filter_map(|path| path.strip_prefix("crate::")?.split("::").next()) {
            // Macros and items of the root are no floors.
            let is_floor = FLOORS.iter().any(|(floor, _)| *floor == import);
            assert!(
                !is_floor || import == name || below.contains(&import),
                "{} imports {import}, which is not below {name}",
                file.display()
            );
        }
    }
    for (floor, _) in FLOORS {
        assert!(seen.contains(*floor), "the list of floors names {floor}, which is gone");
    }
}

#[test]
fn only_the_server_and_its_start_know_pingora() {
    for (file, paths) in named() {
        let allowed = file.starts_with("server") || file == Path::new("main.rs");
        let pingora = paths.iter().find(|path| path.starts_with("pingora_"));
        assert!(allowed || pingora.is_none(), "{} names {pingora:?}", file.display());
    }
}

#[test]
fn the_library_describes_every_floor() {
    let architecture = fs::read_to_string(src().join("lib.rs")).unwrap();
    for (floor, _) in FLOORS {
        assert!(architecture.contains(&format!("`{floor}`")), "src/lib.rs does not describe `{floor}`");
    }
}

#[test]
fn paths_are_read_in_every_spelling() {
    let code = "#[cfg(test)] mod tests { use crate::server::Host; }\n\
                use crate::{config::{self, Limits as L}, keys};\n\
                fn f() { let x = crate::store::Memory::new(); assert_eq!(crate::access::KEY, 1, \"{}\", crate::cli::f(2)); }\n\
                #[cfg(test)] fn g() { crate::engine::g() }\n\
                type T = Vec<crate::codec::Frame>;";
    let found = paths(code);
    let found: Vec<_> = found.iter().filter_map(|path| path.strip_prefix("crate::")).collect();
    let expected =
        ["access::KEY", "cli::f", "codec::Frame", "config::Limits", "config::self", "keys", "store::Memory::new"];
    assert_eq!(found, expected);
}
