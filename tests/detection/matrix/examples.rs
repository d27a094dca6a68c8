//! Every label's published example, in the forms that each label must be found in.

use masquerade_detect::{LabelSet, Options, entity::LabelInfo};

use super::{
    is_left_out, masked,
    names::{own, spelled},
    write,
};
use crate::{DETECTOR, all};

/// The forms: a template, and whether letters are in lower case.
const FORMS: [(&str, bool); 5] = [
    ("{n}: {v}", false),
    ("{n}: {v}", true),
    ("id,{s},n\n7,{v},1\n", false),
    ("{n}\\n{n}: {v}\\nnext", false),
    ("{n}: _{v}_", false),
];

/// Labels whose standards distinguish case, and of which capitals tell names from other words.
const CASE_COUNTS: &[&str] = &["ADDRESS", "CRYPTO", "DATE_TIME", "JWT", "TRADE_UNION"];

/// Labels whose own alphabet has the sign of emphasis, so that an end of theirs cannot be told from it.
const OWN_UNDERSCORES: &[&str] = &["AWS_SECRET_KEY", "AZURE_KEY"];

fn is_secret(info: &LabelInfo) -> bool {
    info.groups.contains(&masquerade_detect::entity::Group::SECRETS)
}

#[test]
fn every_example_is_masked_in_every_form_and_for_its_label_alone() {
    let mut failures = Vec::new();
    for info in DETECTOR.labels().iter().filter(|info| !is_left_out(info)) {
        let label = DETECTOR.catalogue().label(info.name).expect("a label");
        let alone = Options::new(LabelSet::from_iter([label]));
        for (template, is_lower) in FORMS {
            if is_lower && (CASE_COUNTS.contains(&info.name) || is_secret(info))
                || template.contains('_') && OWN_UNDERSCORES.contains(&info.name)
                || template.contains(',') && info.example.contains(',')
            {
                continue;
            }
            let value = super::bare(info.example);
            let value = if is_lower { value.to_lowercase() } else { value.to_owned() };
            let text = write(template, &spelled(&own(info.name), 'n'), [&value, &value]);
            for (options, what) in [(&all(), "all"), (&alone, "alone")] {
                if masked(&text, options) == 0 {
                    failures.push(format!("{} {what}: {:?}", info.name, text.text));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}\n{}", failures.len(), failures.join("\n"));
}
