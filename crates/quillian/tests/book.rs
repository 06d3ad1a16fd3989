//! What the README and the book show is true: every command is run and must print what the page says, every program
//! on a page is the file it says it is, and no error code or flag is left out.
//!
//! `TRYCMD=overwrite cargo test -p quillian --test book` writes what the commands really print into the pages.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn root() -> PathBuf {
    Path::new(ROOT).canonicalize().expect("the repository is there")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of a folder with one extension, as paths from the root.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).expect("the folder is there");
    let names = entries.map(|entry| Path::new(folder).join(entry.expect("an entry").file_name()));
    let mut files: Vec<_> =
        names.filter(|file| file.extension().is_some_and(|found| found == extension)).collect();
    files.sort();
    files
}

fn pages() -> Vec<PathBuf> {
    let mut pages = files("docs/src", "md");
    pages.push("README.md".into());
    pages
}

/// A copy of a folder, so that commands may write beside what they read.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder can be made");
    for entry in std::fs::read_dir(from).expect("the folder is there") {
        let entry = entry.expect("an entry").path();
        let copied = to.join(entry.file_name().expect("entries have names"));
        if entry.is_dir() {
            copy(&entry, &copied);
        } else {
            std::fs::copy(&entry, copied).expect("a file can be copied");
        }
    }
}

#[test]
fn commands_print_what_the_pages_show() {
    let place = tempfile::tempdir().expect("a temporary folder");
    for folder in ["examples", "knowledge"] {
        copy(&root().join(folder), &place.path().join(folder));
    }
    // Pages show commands as typed in the root of the repository. No other test here depends on the current folder.
    std::env::set_current_dir(place.path()).expect("the folder was just made");
    let cases = trycmd::TestCases::new();
    for page in pages() {
        cases.case(root().join(page));
    }
    cases.run();
}

#[test]
fn programs_on_the_pages_are_the_files() {
    let mut shown = BTreeSet::new();
    for page in pages() {
        let text = read(&page);
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let Some(file) = line.strip_prefix("<!-- examples/").and_then(|rest| rest.strip_suffix(" -->"))
            else {
                continue;
            };
            let fence = lines.next().unwrap_or_default();
            assert!(fence.starts_with("```"), "{}: code follows `{line}`", page.display());
            let code: String =
                lines.by_ref().take_while(|line| *line != "```").flat_map(|line| [line, "\n"]).collect();
            assert!(
                code == read(Path::new("examples").join(file)),
                "{}: what it shows is not examples/{file}; copy the file into the page",
                page.display()
            );
            shown.insert(file.to_owned());
        }
    }
    for file in files("examples", "snap").into_iter().chain(files("examples", "quill")) {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        assert!(shown.contains(name), "no page shows {}", file.display());
    }
}

#[test]
fn every_page_is_in_the_summary() {
    let summary = read("docs/src/SUMMARY.md");
    for page in files("docs/src", "md") {
        let name = page.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        assert!(name == "SUMMARY.md" || summary.contains(&format!("({name})")), "SUMMARY.md lacks {name}");
    }
}

#[test]
fn links_between_pages_lead_somewhere() {
    let documents = ["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/dependencies.md"];
    for page in pages().into_iter().chain(documents.map(PathBuf::from)) {
        let text = read(&page);
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let file = root().join(&page).with_file_name(target);
            assert!(file.exists(), "{} links to {target}, which is not there", page.display());
        }
    }
}

/// The codes in Rust source: `"` then a letter and three digits then `"`.
fn codes(folder: &str, letter: char) -> BTreeSet<String> {
    let mut codes = BTreeSet::new();
    for file in files(folder, "rs") {
        let text = read(file);
        codes.extend(text.split('"').filter(|part| is_code(part, letter)).map(str::to_owned));
    }
    codes
}

fn is_code(text: &str, letter: char) -> bool {
    let digits = text.strip_prefix(letter);
    digits.is_some_and(|digits| digits.len() == 3 && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

#[test]
fn all_error_codes_are_explained() {
    let check = |folder, letter, page: &str| {
        let text = read(page);
        let codes = codes(folder, letter);
        assert!(!codes.is_empty(), "{folder} has codes");
        for code in codes {
            assert!(text.contains(&format!("| {code} |")), "{page} does not explain {code}");
        }
    };
    check("crates/marker/src/text", 'M', "docs/src/marker-programs.md");
    check("crates/network/src", 'N', "docs/src/memory-file.md");
}

#[test]
fn all_flags_are_explained() {
    let page = read("docs/src/command-line.md");
    let commands: [&[&str]; 9] = [
        &["build"],
        &["check"],
        &["fmt"],
        &["test"],
        &["import", "wordnet"],
        &["snap"],
        &["find"],
        &["bench", "network"],
        &[],
    ];
    for command in commands {
        let output = Command::new(env!("CARGO_BIN_EXE_quillian")).args(command).arg("--help").output();
        let help = String::from_utf8(output.expect("the program runs").stdout).expect("help is text");
        for word in help.split_whitespace().filter(|word| word.starts_with("--")) {
            assert!(page.contains(word), "command-line.md does not explain {word} of {command:?}");
        }
    }
}

#[test]
fn the_readme_s_first_command_works() {
    let readme = read("README.md");
    let commands: Vec<&str> =
        readme.lines().filter_map(|line| line.strip_prefix("cargo run --release -- ")).collect();
    assert!(!commands.is_empty(), "the README shows how to run the program");
    for command in commands {
        let arguments = command.split('#').next().unwrap_or_default().split_whitespace();
        let output =
            Command::new(env!("CARGO_BIN_EXE_quillian")).args(arguments).current_dir(root()).output();
        let output = output.expect("the program runs");
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn every_dependency_is_explained() {
    let explained = read("docs/dependencies.md");
    let manifest = read("Cargo.toml");
    let section = manifest.split("[workspace.dependencies]").nth(1).unwrap_or_default();
    let section = section.split("\n[").next().unwrap_or_default();
    for name in section.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name) {
        let ours = name.starts_with("quillian-");
        assert!(ours || explained.contains(&format!("| `{name}`")), "docs/dependencies.md lacks {name}");
    }
}
