//! Compiles WordNet and the general packs into one memory, in the folder for what the build makes.

use quillian_knowledge::render::{Style, render_all};
use quillian_knowledge::{Options, Source};
use quillian_network::{Base, Tag};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How many mistakes are shown when the knowledge does not compile.
const SHOWN: usize = 20;

fn main() -> ExitCode {
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<(), Box<dyn Error>> {
    let root = Path::new(&variable("CARGO_MANIFEST_DIR")?).join("../..");
    let target_order = variable("CARGO_CFG_TARGET_ENDIAN")?;
    if (target_order == "little") != cfg!(target_endian = "little") {
        return Err("the memory must be built on a machine with the byte order of the target".into());
    }
    let wordnet = root.join("knowledge/wordnet/wordnet.quill.zst");
    let licence = root.join("LICENSES/WordNet-3.0.txt");
    let general = root.join("knowledge/general");
    for path in [Path::new("build.rs"), &wordnet, &licence, &general] {
        println!("cargo::rerun-if-changed={}", path.display());
    }

    let text = zstd::decode_all(fs::File::open(&wordnet).map_err(at(&wordnet))?).map_err(at(&wordnet))?;
    let mut sources = vec![Source::new("wordnet/wordnet.quill", text)];
    for path in packs(&general)? {
        let name =
            path.strip_prefix(root.join("knowledge")).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        sources.push(Source::new(name, fs::read(&path).map_err(at(&path))?));
    }
    let memory =
        compile(&sources)?.with_section(Tag::new("licences"), fs::read(&licence).map_err(at(&licence))?)?;
    memory.write(Path::new(&variable("OUT_DIR")?).join("embedded.memory"))?;
    Ok(())
}

fn variable(name: &str) -> Result<String, Box<dyn Error>> {
    std::env::var(name).map_err(|error| format!("{name}: {error}").into())
}

fn at(path: &Path) -> impl Fn(std::io::Error) -> String + '_ {
    move |error| format!("{}: {error}", path.display())
}

/// All `.quill` files below a folder, in order of their names; none when there is no such folder.
fn packs(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop().filter(|folder| folder.is_dir()) {
        for entry in fs::read_dir(&folder).map_err(at(&folder))? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "quill") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn compile(sources: &[Source]) -> Result<Base, Box<dyn Error>> {
    let compiled = quillian_knowledge::compile(sources, Options::default());
    compiled.memory.ok_or_else(|| {
        let shown = &compiled.diagnostics[..compiled.diagnostics.len().min(SHOWN)];
        let report = render_all(shown, sources, Style::default());
        format!("{} mistakes in the embedded knowledge:\n{report}", compiled.diagnostics.len()).into()
    })
}
