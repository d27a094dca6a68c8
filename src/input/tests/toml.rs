//! Tests of the parser of TOML.

use crate::input::{Dialect, Node, Value, read, toml::parse};

fn line_of(node: &Node<'_>) -> String {
    node.place.as_ref().unwrap().to_string()
}

fn members<'n, 'a>(node: &'n Node<'a>) -> Vec<(&'n str, &'n Node<'a>)> {
    let Value::Object(members) = &node.value else { panic!("an object") };
    members.iter().map(|member| (&*member.name, &member.node)).collect()
}

#[test]
fn every_value_knows_its_line_and_keeps_its_order() {
    let text = "# comment\nz = 0x1F\na = \"é\"\n\n[server]\nlisten = [\n  \"one\",\n  \"two\",\n]\nrate.burst = 1.5\n[[keys]]\nname = 'k'\n[[keys]]\n";
    let node = parse(text, "a.toml").unwrap();
    let root = members(&node);
    assert_eq!(root.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["z", "a", "server", "keys"]);
    assert_eq!(root[0].1.value, Value::Integer(31));
    assert_eq!(line_of(root[0].1), "a.toml:2");
    assert_eq!(line_of(root[2].1), "a.toml:5");
    let server = members(root[2].1);
    let Value::Array(listen) = &server[0].1.value else { panic!("an array") };
    assert_eq!((line_of(server[0].1), line_of(&listen[1])), ("a.toml:6".into(), "a.toml:8".into()));
    let burst = members(server[1].1)[0].1;
    assert_eq!((&burst.value, line_of(burst)), (&Value::Float(1.5), "a.toml:10".into()));
    let Value::Array(keys) = &root[3].1.value else { panic!("an array") };
    assert_eq!((line_of(&keys[0]), line_of(&keys[1])), ("a.toml:11".into(), "a.toml:13".into()));
}

#[test]
fn numbers_out_of_range_and_dates_are_left_to_the_reader() {
    let node = parse("a = 99999999999999999999\nb = 1e400\nc = 2001-01-01\nd = 1_000\ne = -5\nf = nan", "a").unwrap();
    let values: Vec<_> = members(&node).into_iter().map(|(_, node)| node.value.clone()).collect();
    assert_eq!(values[0], Value::OutOfRange);
    assert_eq!(values[2], Value::String("2001-01-01".into()));
    assert_eq!((&values[3], &values[4]), (&Value::Integer(1000), &Value::Integer(-5)));
    for name in ["b", "f"] {
        let report = read(node.clone(), Dialect::Toml, |item| {
            let mut object = item.object()?;
            let value = object.required(if name == "b" { "b" } else { "f" }, |item| item.number(0.0..=1.0));
            object.ignore_rest();
            value
        });
        assert_eq!(report.unwrap_err().list[0].detail, "must be a number from 0 to 1");
    }
}

#[test]
fn syntax_errors_come_all_at_once_with_lines_and_without_the_text() {
    let errors = parse("a = \nb = 1\nb = 2\nsecret = sesame\n", "a.toml").unwrap_err();
    let lines: Vec<_> = errors.iter().map(|error| error.place.to_string()).collect();
    assert!(lines.len() > 1 && lines.contains(&"a.toml:1".to_owned()), "{errors:?}");
    assert!(errors.iter().all(|error| !error.message.contains("sesame")), "{errors:?}");
}
