//! The first pass: packs, imports, and a node for everything that has a name.

use super::symbols::{Map, Space, SymbolId};
use super::{Compiler, File, Language, Use};
use crate::catalogue::Code;
use crate::diagnostic::Diagnostic;
use crate::schema;
use crate::source::Span;
use crate::tree::{ClauseKind, EntityKind, Head, Name};
use quillian_network::nearest_name;

/// The pack of files that name none.
pub(crate) const UNNAMED_PACK: &str = "main";

impl<'a, 's> Compiler<'a, 's> {
    pub(super) fn declare(&mut self, files: &mut [File<'s>]) {
        self.packs(files);
        for file in files.iter() {
            self.symbols_of(file);
        }
        self.nodes(files);
    }

    fn packs(&mut self, files: &mut [File<'s>]) {
        let mut numbers: Map<&'s str, u32> = Map::default();
        let mut lines = 0u32;
        let mut seen: Map<&'s str, ()> = Map::default();
        for file in files.iter_mut() {
            let source = &self.sources[file.number as usize];
            file.first_line = lines;
            lines = lines.saturating_add(source.line_count());
            if seen.insert(source.name(), ()).is_some() {
                let message = format!("`{}` is given twice", source.name());
                self.diagnostics.push(Diagnostic::new(
                    Code::RepeatedFile,
                    file.number,
                    Span::default(),
                    message,
                ));
            }
            let mut name = UNNAMED_PACK;
            for (place, item) in file.tree.items.iter().enumerate() {
                let Head::Pack(pack) = &item.head else { continue };
                if place == 0 {
                    name = pack.text;
                } else {
                    let message = "`pack` stands after other items";
                    self.diagnostics.push(Diagnostic::new(Code::PackNotFirst, file.number, item.at, message));
                }
            }
            let next = self.packs.len() as u32;
            file.pack = *numbers.entry(name).or_insert(next);
            if file.pack == next {
                self.packs.push(name);
            }
        }
        for file in files.iter_mut() {
            let names = file.tree.items.iter().filter_map(|item| match &item.head {
                Head::Use(names) => Some(names),
                _ => None,
            });
            for &name in names.flatten() {
                match numbers.get(name.text) {
                    Some(&pack) => {
                        file.uses.push(Use { pack, name, needed: std::cell::Cell::new(pack == file.pack) })
                    }
                    None => {
                        let message = format!("there is no pack `{}` among the files given", name.text);
                        let mut diagnostic =
                            Diagnostic::new(Code::UnknownPack, file.number, name.at, message);
                        if let Some(near) = nearest_name(name.text, self.packs.iter().copied()) {
                            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
                        }
                        self.diagnostics.push(diagnostic);
                    }
                }
            }
            file.uses.sort_by_key(|used| used.pack);
            file.uses.dedup_by_key(|used| used.pack);
        }
    }

    fn symbols_of(&mut self, file: &File<'s>) {
        for item in &file.tree.items {
            let any = EntityKind::Concept;
            match &item.head {
                Head::Entity(kind, name, _) => drop(self.define(file, Space::of(*kind), *kind, *name)),
                Head::Category(name, _) => drop(self.define(file, Space::Category, any, *name)),
                Head::Feature(name, _) => drop(self.define(file, Space::Feature, any, *name)),
                Head::Fragment(name) => drop(self.define(file, Space::Fragment, any, *name)),
                Head::Constraint(name) => drop(self.define(file, Space::Constraint, any, *name)),
                Head::Relation(name, inverse) => self.define_relation(file, *name, *inverse),
                Head::Language(tag, _) => self.declare_language(file, *tag, &item.clauses),
                Head::Role(name) => {
                    let line = file.first_line + self.sources[file.number as usize].line_of(name.at.start);
                    self.role(*name, line);
                }
                _ => {}
            }
        }
    }

    fn define(
        &mut self,
        file: &File<'s>,
        space: Space,
        kind: EntityKind,
        name: Name<'s>,
    ) -> Option<SymbolId> {
        match self.symbols.define(space, kind, file.pack, name.text, file.number, name.at) {
            Ok(symbol) => Some(symbol),
            Err(first) => {
                let message = format!("{} `{}` is defined twice", space.word(), name.text);
                let first = self.symbols.get(first);
                let diagnostic = Diagnostic::new(Code::Duplicate, file.number, name.at, message).related(
                    first.file,
                    first.at,
                    "first defined here",
                );
                self.diagnostics.push(diagnostic);
                None
            }
        }
    }

    fn define_relation(&mut self, file: &File<'s>, name: Name<'s>, inverse: Option<Name<'s>>) {
        for name in [Some(name), inverse].into_iter().flatten() {
            let tag = crate::lexer::is_language_tag(name.text);
            if schema::is_reserved_relation(name.text) || tag {
                let message = format!("`{}` cannot be the name of a relation", name.text);
                let mut diagnostic = Diagnostic::new(Code::ReservedName, file.number, name.at, message);
                if tag {
                    diagnostic = diagnostic
                        .help("choose a longer name: two or three small letters are read as a language tag");
                }
                self.diagnostics.push(diagnostic);
                return;
            }
        }
        let Some(main) = self.define(file, Space::Relation, EntityKind::Concept, name) else { return };
        let Some(inverse) = inverse else { return };
        if inverse.text == name.text {
            // Symmetric: it is its own inverse.
            self.symbols.all[main.index()].inverse_of = Some(main);
        } else if let Some(inverse) = self.define(file, Space::Relation, EntityKind::Concept, inverse) {
            self.symbols.all[inverse.index()].inverse_of = Some(main);
        }
    }

    /// A language may be declared in several packs: it is the same language.
    fn declare_language(&mut self, file: &File<'s>, tag: Name<'s>, clauses: &[crate::tree::Clause<'s>]) {
        let line = file.first_line + self.sources[file.number as usize].line_of(tag.at.start);
        let node = self.net.node(self.net.kinds.language, tag.text, line);
        let spaces = !clauses.iter().any(|clause| matches!(clause.kind, ClauseKind::Spaces(false)));
        if let Some(known) = self.languages.get_mut(tag.text) {
            let known = (known.file, known.at);
            if self.sources[known.0 as usize].name() == self.sources[file.number as usize].name() {
                let message = format!("language `{}` is declared twice", tag.text);
                let diagnostic = Diagnostic::new(Code::Duplicate, file.number, tag.at, message).related(
                    known.0,
                    known.1,
                    "first declared here",
                );
                self.diagnostics.push(diagnostic);
            }
        } else {
            self.languages.insert(tag.text, Language { node, file: file.number, at: tag.at, spaces: true });
        }
        if !spaces {
            if let Some(language) = self.languages.get_mut(tag.text) {
                language.spaces = false;
            }
            self.net.mark(node, "unspaced", 0);
        }
    }

    /// Makes the nodes of all symbols. A name that two packs define is written with its pack.
    fn nodes(&mut self, files: &[File<'s>]) {
        let mut first_lines = vec![0u32; self.sources.len()];
        for file in files {
            first_lines[file.number as usize] = file.first_line;
        }
        let packs: Vec<_> =
            self.packs.clone().into_iter().map(|pack| self.net.node(self.net.kinds.pack, pack, 0)).collect();
        for id in self.symbols.ids() {
            let symbol = self.symbols.get(id);
            let kinds = self.net.kinds;
            let kind = match (symbol.space, symbol.kind) {
                (Space::Concept, EntityKind::Event) => kinds.event,
                (Space::Concept, EntityKind::Instance) => kinds.instance,
                (Space::Concept, _) => kinds.concept,
                (Space::Adjunct, _) => kinds.adjunct,
                (Space::Relation, _) => kinds.relation,
                (Space::Category, _) => kinds.category,
                (Space::Feature, _) => kinds.feature,
                (Space::Fragment, _) => kinds.fragment,
                (Space::Constraint, _) => kinds.constraint,
            };
            let line = first_lines[symbol.file as usize]
                + self.sources[symbol.file as usize].line_of(symbol.at.start);
            let (name, pack, clashes) = (symbol.name, symbol.pack as usize, symbol.clashes);
            let qualified = [self.packs[pack], "/", name];
            let node = self.net.node_of(kind, if clashes { &qualified } else { &qualified[2..] }, line);
            self.symbols.all[id.index()].node = node;
            if self.packs.len() > 1 {
                self.net.link(node, self.net.relations.in_pack, packs[pack], 0);
            }
        }
        for id in self.symbols.ids() {
            let symbol = self.symbols.get(id);
            if let Some(main) = symbol.inverse_of {
                let (node, main) = (symbol.node, self.symbols.get(main).node);
                self.net.link(node, self.net.relations.inverse, main, 0);
                self.net.link(main, self.net.relations.inverse, node, 0);
            }
        }
    }
}
