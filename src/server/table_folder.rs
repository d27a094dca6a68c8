//! [`TableFolder`]: the detector's tables in a folder, so that a later start of the service, or call of the command line, reads
//! them instead of building them.

use std::{
    env, fs,
    io::{self, Read, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
    time::SystemTime,
};

use masquerade_detect::TableCache;
use xxhash_rust::xxh3::xxh3_64;

use crate::config::TablePlace;

/// The most files that are kept: one for each build of the program and each set of the user's own recognizers.
const MAX_FILES: usize = 4;

/// The extension of the files.
const EXTENSION: &str = "tables";

/// A folder that belongs to the user and that nobody else can write. What others could have written is not read, since it would
/// decide what is found.
pub struct TableFolder {
    path: PathBuf,
    /// The build of the program: its version, and the length and time of its file.
    build: String,
}

impl TableFolder {
    /// The folder at `place`; `None` if tables are not kept, or there is no folder for caches.
    pub fn at(place: &TablePlace) -> Option<Self> {
        let path = match place {
            TablePlace::Auto => caches()?.join(env!("CARGO_PKG_NAME")),
            TablePlace::Off => return None,
            TablePlace::Folder(path) => path.clone(),
        };
        let program = fs::metadata(env::current_exe().ok()?).ok()?;
        let time = program.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        let build = format!("{} {} {}", env!("CARGO_PKG_VERSION"), program.len(), time.as_nanos());
        Some(Self { path, build })
    }

    fn file(&self, key: &str) -> PathBuf {
        let name = format!("{key}-{:016x}", xxh3_64(self.build.as_bytes()));
        self.path.join(name).with_extension(EXTENSION)
    }

    fn write(&self, key: &str, tables: &[u8]) -> io::Result<()> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        if let Some(caches) = self.path.parent() {
            fs::create_dir_all(caches)?;
        }
        create_folder(&self.path)?;
        if !is_own(&fs::symlink_metadata(&self.path)?) {
            return Err(io::Error::other("others can write the folder"));
        }
        // A reader sees the old file or the new one.
        let beside = self.path.join(format!("{}-{}.new", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed)));
        let written = create_file(&beside).and_then(|mut file| file.write_all(tables));
        if let Err(error) = written.and_then(|()| fs::rename(&beside, self.file(key))) {
            let _ = fs::remove_file(&beside);
            return Err(error);
        }
        self.remove_oldest()
    }

    fn remove_oldest(&self) -> io::Result<()> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == EXTENSION) {
                files.push((fs::metadata(&path)?.modified()?, path));
            }
        }
        files.sort_unstable();
        let count = files.len().saturating_sub(MAX_FILES);
        files.into_iter().take(count).try_for_each(|(_, path)| fs::remove_file(path))
    }
}

impl TableCache for TableFolder {
    fn load(&self, key: &str) -> Option<Vec<u8>> {
        if !is_own(&fs::symlink_metadata(&self.path).ok()?) {
            return None;
        }
        let mut file = fs::File::open(self.file(key)).ok()?;
        let about = file.metadata().ok()?;
        let mut tables = Vec::with_capacity(usize::try_from(about.len()).ok()?);
        (about.is_file() && is_own(&about)).then(|| file.read_to_end(&mut tables).ok())??;
        Some(tables)
    }

    fn store(&self, key: &str, tables: &[u8]) {
        // Without a cache the next start takes as long as this one.
        if let Err(error) = self.write(key, tables) {
            tracing::debug!(target: "masquerade::tables", %error, "the detector's tables cannot be kept for the next start");
        }
    }
}

/// The folder for caches of the service manager (`CACHE_DIRECTORY`, of which the first counts), or else of the user.
fn caches() -> Option<PathBuf> {
    let first = |name: &str| env::split_paths(&env::var_os(name)?).next().filter(|path| path.is_absolute());
    let user = || first("XDG_CACHE_HOME").or_else(|| Some(first("HOME")?.join(".cache")));
    first("CACHE_DIRECTORY").or_else(user)
}

#[cfg(unix)]
fn create_folder(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

#[cfg(unix)]
fn create_file(path: &Path) -> io::Result<fs::File> {
    use std::os::unix::fs::OpenOptionsExt;
    fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

/// Reports whether a file or a folder belongs to the user, who alone can write it.
#[cfg(unix)]
fn is_own(about: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    about.uid() == rustix::process::geteuid().as_raw() && about.mode() & 0o022 == 0
}

#[cfg(not(unix))]
fn create_folder(_: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(not(unix))]
fn create_file(_: &Path) -> io::Result<fs::File> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Reports false, since this system does not tell who can write a file.
#[cfg(not(unix))]
fn is_own(_: &fs::Metadata) -> bool {
    false
}
