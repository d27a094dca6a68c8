//! Drugs: names of substances, told by their stems, and of products, which the models take for persons in clinical texts.

use super::words::{NAMES, Words};
use crate::recognizers::support::word_list::{WordList, is_listed};

/// Stems that end the international nonproprietary names of substances (WHO, "The use of stems in the selection of INN").
/// Stems that names of persons share (`-vir`, `-ine`) are left out.
const STEMS: &[&str] = &[
    "pentin",
    "floxacin",
    "mycin",
    "micin",
    "cillin",
    "cycline",
    "prazole",
    "conazole",
    "nidazole",
    "statin",
    "sartan",
    "olol",
    "dipine",
    "zepam",
    "zolam",
    "oxetine",
    "triptan",
    "gliptin",
    "gliflozin",
    "metasone",
    "methasone",
    "icasone",
    "solone",
    "nisone",
    "tadine",
    "lukast",
    "parin",
    "tidine",
    "setron",
    "profen",
    "coxib",
    "fibrate",
    "thiazide",
    "semide",
    "barbital",
    "curonium",
    "meterol",
    "moterol",
    "tropium",
    "formin",
    "xaban",
    "gatran",
    "dogrel",
    "tinib",
    "zumab",
    "ximab",
    "lumab",
    "mumab",
    "limus",
    "platin",
    "taxel",
    "rubicin",
    "azepine",
    "peridone",
    "tiapine",
    "zapine",
    "codone",
    "morphone",
    "fentanil",
    "trexate",
    "dronate",
    "thyroxine",
    "phylline",
    "bendazole",
    "ciclovir",
    "cyclovir",
    "thazine",
    "ralazine",
    "rizine",
    "ocaine",
    "opril",
    "april",
];

/// Least length of a name with such a stem, in bytes: `April` has one, too.
const SHORTEST: usize = 7;

/// Names of products that nobody bears.
const PRODUCTS: &WordList = &WordList::new(
    "coumadin|levaquin|zofran|remeron|chantix|lipitor|zocor|crestor|prozac|zoloft|paxil|lexapro|celexa|wellbutrin|xanax|\
     ativan|valium|klonopin|ambien|advil|tylenol|motrin|aleve|plavix|xarelto|eliquis|nexium|prilosec|protonix|pepcid|zantac|\
     synthroid|lasix|lopressor|toprol|norvasc|diovan|cozaar|lantus|humalog|januvia|neurontin|topamax|depakote|seroquel|\
     zyprexa|risperdal|abilify|adderall|ritalin|percocet|vicodin|oxycontin|dilaudid|demerol|flexeril|medrol|flonase|\
     singulair|zyrtec|claritin|benadryl|augmentin|bactrim|cipro|keflex|zithromax|rocephin|lovenox|aspirin|panadol|nurofen|\
     voltaren|novalgin|dolormin|insulin|morphine|oxytocin|epinephrine|adrenaline|prednisone",
);

/// Reports whether a word of `found` is a drug, and no name of a person.
pub fn names_drug(words: &Words<'_>, found: &str) -> bool {
    found.split(|c: char| !c.is_alphabetic()).any(|word| is_listed(word, PRODUCTS) || has_stem(words, word))
}

fn has_stem(words: &Words<'_>, word: &str) -> bool {
    if word.len() < SHORTEST {
        return false;
    }
    let lower = word.to_lowercase();
    STEMS.iter().any(|stem| lower.ends_with(stem)) && words.classes(word) & NAMES == 0
}

#[cfg(test)]
mod tests {
    use masquerade_ner::Model;

    use super::*;

    #[test]
    fn drugs_are_told_by_their_stems() {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        for found in ["Gabapentin", "Levaquin", "lisinopril", "ATORVASTATIN", "Loratadine Nasal", "Zofran", "Ibuprofen"]
        {
            assert!(names_drug(&words, found), "{found}");
        }
        for found in
            ["Jane Roe", "April", "Crispin", "Martin", "Valentin", "Michael Caine", "Justine", "Ranvir", "Olol"]
        {
            assert!(!names_drug(&words, found), "{found}");
        }
    }
}
