//! A small WordNet of invented words, laid out in the format of the real one.

use crate::import::wordnet::Files;

/// Synsets of the invented WordNet. `<name>` stands for the address of the synset that line starts with.
const SYNSETS: [(&str, &str); 4] = [
    (
        "noun",
        "thing 03 n 01 blap 0 002 ~ <animal> n 0000 ~ <plant> n 0000 | any blap at all\n\
         animal 05 n 02 zorn 0 zorn_vulp 0 004 @ <thing> n 0000 ~ <dog> n 0000 + <run> v 0101 = <hot> a 0000 | a blap; \"it zorns\"\n\
         dog 05 n 01 d'orn 0 002 @ <animal> n 0000 #m <pack> n 0000 | back\\slash\n\
         plant 20 n 01 Zorn 1 001 @ <thing> n 0000 | other zorn\n\
         pack 14 n 01 prib 0 002 %m <dog> n 0000 ~i <fido> n 0000 | many\n\
         fido 18 n 01 Fib 0 001 @i <pack> n 0000 | one\n",
    ),
    (
        "verb",
        "run 38 v 02 zorn 0 quib 0 003 + <animal> n 0101 @ <stir> v 0000 ^ <stir> v 0201 02 + 08 00 + 02 02 | run\n\
         stir 38 v 01 stib 0 002 ~ <run> v 0000 @ <run> v 0000 00 | circle\n",
    ),
    (
        "adj",
        "hot 00 a 01 hib 0 003 ! <cold> a 0101 & <warm> a 0000 = <animal> n 0000 | hib\n\
         cold 00 a 01 hub(p) 1 000 | cold\n\
         warm 00 s 01 heb(ip) 2 001 & <hot> a 0000 | warm\n",
    ),
    ("adv", "hotly 02 r 01 hibly 0 001 \\ <hot> a 0101 | hotly\n"),
];

const INDEXES: [(&str, &str); 4] = [
    (
        "noun",
        "blap n 1 1 ~ 1 0 <thing>\nd'orn n 1 0 1 0 <dog>\nfib n 1 0 1 0 <fido>\nprib n 1 0 1 0 <pack>\n\
         zorn n 2 1 @ 2 1 <plant> <animal>\nzorn_vulp n 1 0 1 0 <animal>\n",
    ),
    ("verb", "quib v 1 0 1 0 <run>\nstib v 1 0 1 0 <stir>\nzorn v 1 0 1 0 <run>\n"),
    ("adj", "heb a 1 0 1 0 <warm>\nhib a 1 0 1 0 <hot>\nhub a 1 0 1 0 <cold>\n"),
    ("adv", "hibly r 1 0 1 0 <hotly>\n"),
];

const OTHERS: [(&str, &str); 8] = [
    ("frames.vrb", "2  Somebody ----s\n8  Somebody ----s something\n"),
    ("noun.exc", "zirn zorn prib\nzurn zorn\nzurn zorn\n"),
    ("verb.exc", "zarn zorn\n"),
    ("adj.exc", ""),
    ("adv.exc", ""),
    ("cntlist.rev", "gone%1:05:00:: 1 4\nheb%5:00:02:hib:00 1 9\nzorn%1:05:00:: 2 7\n"),
    ("sents.vrb", "1 They %s it\n2 They %s\n"),
    ("sentidx.vrb", "quib%2:38:00:: 1,2\n"),
];

const NOTICE: &str = "  1 Use it freely.  \n  2   \n";

/// The invented WordNet, laid out so that every address is true.
pub(super) fn fixture() -> Files {
    let mut addresses = Vec::new();
    for (_, lines) in SYNSETS {
        let mut offset = NOTICE.len();
        for line in lines.lines() {
            let (name, rest) = line.split_once(' ').unwrap();
            addresses.push((name, offset));
            // An address in the text is eight digits, whatever the length of the name.
            let named: usize = rest.split('<').skip(1).map(|part| part.find('>').unwrap() + 2).sum();
            let pointers = rest.matches('<').count() - rest.matches("< ").count();
            offset += 8 + 1 + rest.len() - named + pointers * 8 + 1;
        }
    }
    let resolve = |text: &str| {
        let mut text = text.to_owned();
        for (name, offset) in &addresses {
            text = text.replace(&format!("<{name}>"), &format!("{offset:08}"));
        }
        text
    };
    let mut files = Files::new();
    for (part, lines) in SYNSETS {
        let lines = lines.lines().map(|line| {
            let (name, rest) = line.split_once(' ').unwrap();
            resolve(&format!("<{name}> {rest}\n"))
        });
        files.insert(&format!("data.{part}"), (NOTICE.to_owned() + &lines.collect::<String>()).into_bytes());
    }
    for (part, lines) in INDEXES {
        files.insert(&format!("index.{part}"), (NOTICE.to_owned() + &resolve(lines)).into_bytes());
    }
    for (name, text) in OTHERS {
        files.insert(name, text.as_bytes().to_vec());
    }
    files
}
