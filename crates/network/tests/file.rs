//! The memory file: whatever is wrong with it, opening it gives a clear error.

use quillian_network::{Base, Builder, Direction, NodeId, Tag};

fn small() -> Base {
    let mut builder = Builder::new();
    let concept = builder.kind("concept").unwrap();
    let word = builder.kind("word").unwrap();
    let isa = builder.relation("isa").unwrap();
    let means = builder.relation("means").unwrap();
    let names = ["thing", "animal", "bird", "canary", "penguin"];
    let nodes = names.map(|name| builder.node(concept, name).unwrap());
    for pair in nodes.windows(2) {
        builder.link(pair[1], isa, pair[0], 1);
    }
    for node in nodes {
        let name = builder.name(node).to_owned();
        let word = builder.node(word, &name).unwrap();
        builder.link(word, means, node, 0);
    }
    builder.section(Tag::new("extra"), vec![1, 2, 3]);
    builder.finish().unwrap()
}

/// The message of the error that opening these bytes gives, from memory and from a file alike.
fn refused(bytes: &[u8]) -> String {
    let from_bytes = Base::from_bytes(bytes).unwrap_err().to_string();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.memory");
    std::fs::write(&path, bytes).unwrap();
    let from_file = Base::open(&path).unwrap_err().to_string();
    assert_eq!(from_file, format!("{}: {from_bytes}", path.display()));
    from_bytes
}

#[track_caller]
fn check(bytes: &[u8], expected: &str) {
    let message = refused(bytes);
    assert!(message.contains(expected), "expected `{expected}` in: {message}");
}

#[test]
fn what_was_written_is_read() {
    let base = small();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.memory");
    base.write(&path).unwrap();
    let read = Base::open(&path).unwrap();
    assert_eq!(read.as_bytes(), base.as_bytes());
    assert_eq!(read.fingerprint(), base.fingerprint());
    let concept = read.find_kind("concept").unwrap();
    let bird = read.find(concept, "bird").unwrap();
    assert_eq!(read.name(bird), "bird");
    assert_eq!(read.nodes_of(concept).len(), 5);
    assert_eq!(read.find_all("bird").count(), 2);
    assert_eq!(read.row(bird, Direction::Forward).len(), 1);
    assert_eq!(read.row(bird, Direction::Inverse).len(), 2);
    assert_eq!(read.section(Tag::new("extra")), Some(&[1, 2, 3][..]));
    assert_eq!(read.section(Tag::new("other")), None);
    assert_eq!(read.row(NodeId(999), Direction::Forward), &[]);
    assert_eq!(read.name(NodeId(999)), "");
}

#[test]
fn foreign_files() {
    check(b"", "not a Quillian memory file");
    check(b"PK\x03\x04 a zip file", "not a Quillian memory file");
    check(&[0; 4096], "not a Quillian memory file");
}

#[test]
fn a_file_cut_short_anywhere() {
    let base = small();
    let bytes = base.as_bytes();
    for end in 1..bytes.len() {
        check(&bytes[..end], "cut short");
    }
    let mut longer = bytes.to_vec();
    longer.extend_from_slice(&[0; 64]);
    check(&longer, "damaged");
}

#[test]
fn any_altered_byte_is_noticed_or_padding() {
    let base = small();
    let bytes = base.as_bytes();
    let mut unnoticed = 0;
    for at in 0..bytes.len() {
        let mut altered = bytes.to_vec();
        altered[at] ^= 0x40;
        match Base::from_bytes(&altered) {
            Err(error) => assert!(!error.to_string().is_empty()),
            Ok(read) => {
                // Only the zeros between sections can change without harm.
                assert_eq!(bytes[at], 0);
                assert_eq!(read.fingerprint(), base.fingerprint());
                unnoticed += 1;
            }
        }
    }
    assert!(unnoticed < bytes.len() / 2);
}

#[test]
fn other_versions_and_byte_orders() {
    let base = small();
    let mut older = base.as_bytes().to_vec();
    older[8..12].copy_from_slice(&0u32.to_ne_bytes());
    check(&older, "older format 0");
    let mut newer = base.as_bytes().to_vec();
    newer[8..12].copy_from_slice(&99u32.to_ne_bytes());
    check(&newer, "format 99");
    let mut swapped = base.as_bytes().to_vec();
    swapped[12..16].reverse();
    check(&swapped, "another byte order");
}

#[test]
fn a_missing_file_and_a_folder() {
    let directory = tempfile::tempdir().unwrap();
    let missing = Base::open(directory.path().join("none.memory")).unwrap_err();
    assert_eq!(missing.code(), "N001");
    let folder = Base::open(directory.path()).unwrap_err();
    assert!(folder.to_string().contains("not a Quillian memory"), "{folder}");
}

#[test]
fn a_failed_write_leaves_nothing_behind() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("no/such/folder/a.memory");
    assert_eq!(small().write(&path).unwrap_err().code(), "N001");
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
}
