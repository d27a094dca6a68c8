//! What stands in the place of a password: variables, templates, masks, samples, names of passwords and remarks.

use crate::recognizers::support::word_list::{WordList, is_listed};

/// Reports whether `found` tells how long a password must be, in scripts without blanks: `8文字以上`.
fn is_requirement(found: &str) -> bool {
    const WORDS: [&str; 9] =
        ["文字以上", "字以上", "位以上", "至少", "字符", "個字元", "자 이상", "자이상", "자리 이상"];
    !found.is_ascii() && WORDS.iter().any(|word| found.contains(word))
}

/// Reports whether `found` stands for a password: a variable, a template, a mask, a sample for the reader.
pub(crate) fn is_placeholder(found: &str) -> bool {
    let Some(first) = found.chars().next() else { return true };
    // What servers of configurations encrypted.
    if found.starts_with("{cipher}") {
        return false;
    }
    let masked = found.chars().all(|c| c == first) && !first.is_alphanumeric()
        || found.chars().all(|c| matches!(c, '*' | '•' | '●' | '.' | '-' | '_' | '…' | ':'))
        || found.chars().all(|c| matches!(c, 'x' | 'X' | '*'));
    // A sample of a token behind its prefix: `ghp_xxxxxxxx`.
    let masked = masked
        || found
            .rsplit(['_', '-'])
            .next()
            .is_some_and(|body| body.len() > 3 && body.bytes().all(|b| b"xX*.".contains(&b)));
    let wrapped = [
        ("${", "}"),
        ("{", "}"),
        ("<", ">"),
        ("[", "]"),
        ("%", "%"),
        ("$(", ")"),
        ("#{", "}"),
        ("%(", ")s"),
        ("&lt;", "&gt;"),
        ("@{", "}"),
        ("__", "__"),
    ]
    .iter()
    .any(|(open, close)| found.starts_with(open) && found.ends_with(close));
    let template = has_template(found) || found.starts_with('\\');
    let variable = found
        .strip_prefix('$')
        .is_some_and(|name| name.chars().all(|c| c.is_ascii_alphabetic() || c == '_' || c == ':'));
    let format = matches!(found, "%s" | "%d" | "%v" | "%q" | "%r" | "%@" | "?");
    masked
        || is_request(found)
        || is_requirement(found)
        || is_source(found)
        || found.starts_with("(?") && found.contains(')')
        || found.starts_with('?') && found.bytes().skip(1).all(|b| b.is_ascii_lowercase())
        || wrapped
        || template
        || variable
        || format
        || found.starts_with('<')
        || found.starts_with("@/")
        // A message stands behind the variable, with blanks: `${NAME:?set it first}`.
        || found.starts_with("${") && found.contains(":?")
        || found.starts_with("$(")
        || found.split_once('|').is_some_and(|(rule, _)| is_ordinary(rule))
        || is_code(found)
        // A decorator with its arguments: `@db.VarChar(60)`.
        || found.starts_with('@') && found.contains('.') && found.ends_with(')')
        || found.starts_with("process.env")
        || found.starts_with("os.")
}

/// Reports whether it asks for a password to be filled in: `changeme`, `TODO`.
fn is_request(found: &str) -> bool {
    const REQUESTS: &WordList = &WordList::new(
        "changeme|change-me|change_me|changethis|change-this|change_this|replaceme|replace-me|replace_me|fixme|todo|tbd|fillme|fill-me|fill_me",
    );
    is_listed(found, REQUESTS)
}

/// Reports whether it tells where a password is kept: `env:DB_PASS`, `op://vault/item/password`, `arn:aws:secretsmanager:…`.
fn is_source(found: &str) -> bool {
    const SCHEMES: &WordList = &WordList::new(
        "env|file|arn|op|vault|ssm|sm|secret|secrets|secretsmanager|secretmanager|keyvault|azurekeyvault|akv|awssm|gcpsm|gcp|sops|bao|\
         doppler|infisical|keyring|keychain|kubernetes|k8s|ref+vault|ref+awsssm|ref+awssecrets|ref+sops|ref+gcpsecrets|classpath",
    );
    let Some((scheme, rest)) = found.split_once(':') else { return false };
    let is_variable = || rest.len() > 2 && rest.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
    is_listed(scheme, SCHEMES) && (rest.contains('/') || scheme == "arn" && rest.contains(':') || is_variable())
}

/// Reports whether it is a member of something in a program or the outcome of a call, as forms and schemas have it in the place of a
/// value: `input.value`, `this.password`, `z.string().min(8)`, `VARCHAR(255)`.
fn is_code(found: &str) -> bool {
    /// What such members belong to, and members that hold what somebody entered.
    const ROOTS: &WordList = &WordList::new(
        "this|self|req|request|res|response|form|e|ev|event|input|props|state|data|user|values|params|body|ctx|context|args|opts|\
         options|config|settings|env|z|yup|joi|schema|faker|model|credentials|account|session|payload|document|window|lexer|parser",
    );
    const MEMBERS: &WordList = &WordList::new("value|password|passwd|pwd|pass|token|secret|text|input|current|hash");
    // Nearly no value has a stop or a bracket.
    let path = found.split(['(', '[']).next().unwrap_or_default();
    if path.len() == found.len() && !found.contains('.')
        || !found.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
    {
        return false;
    }
    let is_name = |part: &str| {
        !part.is_empty()
            && !part.starts_with(|c: char| c.is_ascii_digit())
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$'))
    };
    if !path.split('.').all(is_name) {
        return false;
    }
    let (first, last) = (path.split('.').next().unwrap_or_default(), path.rsplit('.').next().unwrap_or_default());
    let is_rooted = || is_listed(first, ROOTS) && !path.bytes().any(|b| b.is_ascii_digit());
    if path.len() == found.len() {
        return is_rooted()
            || is_listed(last, MEMBERS) && path.contains('.') && !path.bytes().any(|b| b.is_ascii_digit());
    }
    // A call with nothing, a size or a literal.
    let inner = found[path.len()..].strip_prefix('(').and_then(|rest| rest.split(')').next());
    let is_size = inner.is_some_and(|inner| inner.bytes().all(|b| b.is_ascii_digit() || matches!(b, b',' | b' ')));
    found.ends_with([')', ']'])
        && (is_rooted() || is_size && path.bytes().all(|b| b.is_ascii_alphabetic() || b == b'.'))
}

/// Reports whether a part of it is to be replaced: `${NAME}`, `{{ name }}`, `{row[0]}`, `$(command)`.
fn has_template(found: &str) -> bool {
    let is_code = |inner: &str| {
        let opened = inner.bytes().try_fold(0_u8, |open, b| match b {
            b'[' | b'(' | b'{' => open.checked_add(1),
            b']' | b')' | b'}' => open.checked_sub(1),
            _ => Some(open),
        });
        opened == Some(0) && !inner.contains(['#', '@', ';'])
    };
    let within = |open: char, close: char| {
        let from = found.find(open).and_then(|at| found.get(at + 1..));
        from.and_then(|rest| rest.get(..rest.rfind(close)?)).is_some_and(is_code)
    };
    within('{', '}') || found.contains("$(") && within('(', ')')
}

/// Reports whether `found` is only the name of a password, or a sample of one: `password`, `your_password`.
pub(crate) fn is_name(found: &str) -> bool {
    const SAMPLES: &str = "password passwd passwort kennwort passphrase motdepasse contraseña senha wachtwoord pass pwd \
        hasło lösenord passord adgangskode salasana heslo jelszó parola parolă şifre Şifre parool parole slaptažodis lozinka geslo \
        lykilorð пароль Пароль лозинка Лозинка парола Парола κωδικός Κωδικός 密码 密碼 パスワード 비밀번호 \
        yourpassword yourpasswordhere mypassword newpassword oldpassword currentpassword confirmpassword passwordhash \
        hashedpassword thepassword userpassword dbpassword";
    // Scripts without blanks between words: `パスワードを入力してください`.
    let is_sentence = !found.is_ascii() && !found.ends_with(|c: char| c.is_ascii_digit());
    if is_sentence && ["パスワード", "密码", "密碼", "비밀번호"].iter().any(|name| found.contains(name)) {
        return true;
    }
    let lower = found.as_bytes().get(..5).unwrap_or_default();
    if lower[..lower.len().min(4)].eq_ignore_ascii_case(b"your") && matches!(lower.get(4), Some(b'-' | b'_')) {
        return true;
    }
    // Names in code that end so are names of passwords, whatever stands before.
    if found.trim_end_matches('"').to_ascii_lowercase().ends_with("psk") {
        return true;
    }
    let unnumbered = found.trim_end_matches(|c: char| c.is_ascii_digit());
    if unnumbered.ends_with("_password")
        || unnumbered.ends_with("_PASSWORD")
        || found.ends_with("Password") && found.bytes().all(|b| b.is_ascii_alphabetic())
    {
        return true;
    }
    let mut letters = [0_u8; 24];
    let mut len = 0;
    // A bracket of a program's help stands behind the name: `[--password PASSWORD]`.
    let found = found.trim_end_matches(']');
    for b in found.bytes().filter(|b| !matches!(b, b' ' | b'_' | b'-' | b'.' | b':' | b'?' | b'!' | b'*')) {
        let Some(slot) = letters.get_mut(len) else { return false };
        *slot = b.to_ascii_lowercase();
        len += 1;
    }
    letters
        .get(..len)
        .is_some_and(|letters| SAMPLES.split_ascii_whitespace().any(|sample| sample.as_bytes() == letters))
}

/// Reports whether `found` is a word that often stands in the place of a password: a type, a constant, a remark about
/// passwords.
pub(crate) fn is_ordinary(found: &str) -> bool {
    const WORDS: &str = "composite primary foreign nullable sometimes confirmed string str text varchar char bytes none null nil undefined true false void any unknown optional checked verified passed failed \
        required secret secretstring securestring redacted hidden masked filtered removed empty blank value type field \
        input yes no not wrong incorrect invalid missing expired changed reset protected encrypted hashed sent weak \
        strong correct valid too the a an set unset stored case here example default same mandatory needed safe secure \
        compromised leaked option options and or flag flags argument arguments parameter parameters is to for if with \
        denied rejected refused granted allowed accepted in from on when must should can file stdin prompt was are be that this instead via geaendert geändert benötigt erforderlich pflichtfeld versteckt gesetzt requis obligatoire \
        requise nécessaire masqué notwendig oculto obligatoria requerida gerekli zorunlu wymagany wymagana richiesta требуется обязательно requerido obligatorio obrigatório nascosto richiesto vereist wymagane falsch abgelaufen ungültig \
        incorrecte incorrecta expirado vide leer self enabled disabled active inactive never unchanged ascii hex public private sensitive plaintext cleartext always vault bearer secretref inherit inherited keychain keyring";
    WORDS.split_ascii_whitespace().any(|word| found.eq_ignore_ascii_case(word))
}

/// Reports whether `found` is a word that tells what a password is like or what happened to it, in a sentence such as `the password
/// is …`: an adjective, an adverb or a participle.
pub(crate) fn is_descriptive(found: &str) -> bool {
    const ENDINGS: [&str; 46] = [
        "ed", "able", "ible", "ive", "ing", "ly", "ary", "ory", "ous", "al", "ic", "ent", "ant", "less", "ful", "ure",
        "ite", "ete", "ate", "ist", "ten", "wn", "ült", "ig", "lich", "bar", "isch", "los", "tet", "fen", "ado", "ada",
        "ido", "ida", "ato", "ata", "uto", "ée", "é", "ement", "oria", "orio", "toire", "bile", "vel", "ivo",
    ];
    const WORDS: &WordList = &WordList::new(
        "below|above|right|there|where|these|those|something|anything|nothing|everything|whatever|always|often|still|again|already|\
         longer|shorter|weaker|stronger|better|worse|older|newer|easier|harder|under|over|other|another|together|later|earlier|\
         before|after|until|since|because|visible|public|shown|known|given|stolen|broken|chosen|forgotten|hidden|written|taken|lost|\
         saved|stored|simple|unique|obvious|common|random|plain|plaintext|clear|cleartext|short|long|clean|fresh|dirty|ready|fine|\
         good|great|legit|alright|around|inside|outside|online|offline|ours|yours|mine|theirs|enough|anyway|though|either|both|\
         all|more|less|much|many|most|least|every|everywhere|nowhere|somewhere|elsewhere|today|tomorrow|yesterday|tonight|\
         private|sensitive|insensitive|fault|wrong|overdue|stale|toast|dead|gone|useless|garbage|rubbish|crap|shit|stupid|sound|\
         anders|gleich|einfach|bekannt|unbekannt|geheim|sicher|unsicher|schwach|stark|kurz|lang|leicht|schwer|offen|richtig|egal|\
         gesperrt|gespeichert|vergessen|verloren|nötig|dort|hier|unten|oben|dabei|schon|falsch|weg|mal|noch|auch|nicht|korrekt",
    );
    let lower = found.to_lowercase();
    ENDINGS.iter().any(|ending| lower.ends_with(ending)) || is_listed(&lower, WORDS)
}
