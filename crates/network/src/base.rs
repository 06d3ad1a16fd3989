//! Long-term memory: the compiled network, read where it lies.

use crate::error::{Error, ErrorKind};
use crate::ids::{Direction, Kind, Link, NodeId, Relation, with_relation};
use crate::image::{self, Section, Tag};
use crate::relation_index::{self, RelationRows};
use memmap2::Mmap;
use std::fs::File;
use std::io::Write;
use std::ops::Range;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64_with_seed;

pub(crate) const KIND_NAMES: Tag = Tag::new("kindname");
pub(crate) const RELATION_NAMES: Tag = Tag::new("relname");
pub(crate) const KINDS: Tag = Tag::new("kinds");
pub(crate) const NAMES: Tag = Tag::new("names");
pub(crate) const NAME_STARTS: Tag = Tag::new("namestrt");
pub(crate) const NAME_INDEX: Tag = Tag::new("nameidx");
pub(crate) const FORWARD_STARTS: Tag = Tag::new("fwdstart");
pub(crate) const FORWARD_LINKS: Tag = Tag::new("fwdlinks");
pub(crate) const INVERSE_STARTS: Tag = Tag::new("invstart");
pub(crate) const INVERSE_LINKS: Tag = Tag::new("invlinks");

/// Files up to this size have every byte checked when they are opened; it takes a few milliseconds.
/// Larger ones open at once; [`Base::verify`] checks the rest on demand.
const CHECKED_ON_OPENING: usize = 128 << 20;

/// A free place in the name index.
const NOBODY: u32 = u32::MAX;

/// A compiled memory: immutable, shared by any number of threads, and by processes through the page cache.
pub struct Base {
    image: Image,
    fingerprint: u64,
    sections: Vec<Section>,
    kind_names: Vec<String>,
    relation_names: Vec<String>,
    kinds: Range<usize>,
    names: Range<usize>,
    name_starts: Range<usize>,
    name_index: Range<usize>,
    forward: (Range<usize>, Range<usize>),
    inverse: (Range<usize>, Range<usize>),
    relation_index: Vec<relation_index::Entry>,
    relation_ranges: Range<usize>,
}

enum Image {
    Mapped(Mmap),
    Owned(Vec<u64>),
    Embedded(&'static [u8]),
}

impl Image {
    #[inline]
    fn bytes(&self) -> &[u8] {
        match self {
            Image::Mapped(map) => map,
            Image::Owned(words) => bytemuck::cast_slice(words),
            Image::Embedded(bytes) => bytes,
        }
    }
}

/// The links of all base nodes in one direction, borrowed for fast traversal.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    starts: &'a [u32],
    pub(crate) links: &'a [Link],
}

impl<'a> Rows<'a> {
    /// The links of a node, sorted by relation and target; none for a node that is not of the base.
    #[inline]
    pub fn row(self, node: NodeId) -> &'a [Link] {
        let Some(&[start, end]) = self.starts.get(node.index()..).and_then(|rest| rest.first_chunk()) else {
            return &[];
        };
        self.links.get(start as usize..end as usize).unwrap_or(&[])
    }

    /// Whether a node has any links.
    #[inline(always)]
    pub fn has_links(self, node: NodeId) -> bool {
        let bounds = self.starts.get(node.index()..).and_then(|rest| rest.first_chunk());
        bounds.is_some_and(|&[start, end]| start != end)
    }

    /// The links of a node that have one relation.
    #[inline]
    pub fn row_of(self, node: NodeId, relation: Relation) -> &'a [Link] {
        with_relation(self.row(node), relation)
    }

    /// Asks the processor to fetch where a node's row starts, for a caller that will need it soon.
    #[inline]
    pub fn prefetch_start(self, node: NodeId) {
        prefetch(self.starts, node.index());
    }

    /// Asks the processor to fetch a node's links, for a caller that will need them soon.
    #[inline]
    pub fn prefetch_links(self, node: NodeId) {
        if let Some(&start) = self.starts.get(node.index()) {
            prefetch(self.links, start as usize);
        }
    }
}

/// Asks the processor to fetch one element of a slice into its cache, for a caller that will need it soon. Any
/// index is fine.
#[inline(always)]
pub fn prefetch<T>(slice: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch is a hint: it reads nothing and faults on no address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(slice.as_ptr().wrapping_add(index).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}

impl Base {
    /// Opens a memory file. The file is mapped, not read: opening costs the same for any size, except that
    /// files up to 128 MiB have all their bytes checked.
    ///
    /// While a memory is open its file must not be changed in place; [`Base::write`] never does that.
    pub fn open(path: impl AsRef<Path>) -> Result<Base, Error> {
        let path = path.as_ref();
        let open = || {
            let file = File::open(path)?;
            if file.metadata()?.is_dir() {
                return Err(Error::new(ErrorKind::Foreign));
            }
            if file.metadata()?.len() == 0 {
                return Err(Error::new(ErrorKind::Foreign));
            }
            // SAFETY: the map is read only, and everything read from it is checked before use, so bytes of
            // any value are sound. Another process that truncates the file in place could end this one with
            // a bus error; writers replace the file by renaming, which leaves the mapped one intact.
            let map = unsafe { Mmap::map(&file)? };
            let base = Base::from_storage(Image::Mapped(map))?;
            if base.size() <= CHECKED_ON_OPENING {
                base.verify()?;
            }
            Ok(base)
        };
        open().map_err(|error| error.at(path))
    }

    /// Opens a memory that is part of the program. The bytes must start on a multiple of eight.
    ///
    /// Its bytes are not checked again: they were when the program was built, and are as safe as its code.
    pub fn embedded(bytes: &'static [u8]) -> Result<Base, Error> {
        Base::from_storage(Image::Embedded(bytes))
    }

    /// Opens a memory from bytes, checking all of them.
    pub fn from_bytes(bytes: &[u8]) -> Result<Base, Error> {
        let mut words = vec![0u64; bytes.len().div_ceil(8)];
        bytemuck::cast_slice_mut::<u64, u8>(&mut words)[..bytes.len()].copy_from_slice(bytes);
        if !bytes.len().is_multiple_of(8) {
            image::read_directory(bytes)?;
        }
        let base = Base::from_image(words)?;
        base.verify()?;
        Ok(base)
    }

    pub(crate) fn from_image(words: Vec<u64>) -> Result<Base, Error> {
        Base::from_storage(Image::Owned(words))
    }

    fn from_storage(image: Image) -> Result<Base, Error> {
        let directory = image::read_directory(image.bytes())?;
        let part = |tag: Tag| {
            let section = directory.sections.iter().find(|section| section.tag == tag);
            section.map(Section::range).ok_or_else(|| missing(tag))
        };
        let bytes = image.bytes();
        let name_list = |tag: Tag| read_name_list(&bytes[part(tag)?]).ok_or_else(|| missing(tag));
        let base = Base {
            fingerprint: directory.fingerprint,
            kind_names: name_list(KIND_NAMES)?,
            relation_names: name_list(RELATION_NAMES)?,
            kinds: part(KINDS)?,
            names: part(NAMES)?,
            name_starts: part(NAME_STARTS)?,
            name_index: part(NAME_INDEX)?,
            forward: (part(FORWARD_STARTS)?, part(FORWARD_LINKS)?),
            inverse: (part(INVERSE_STARTS)?, part(INVERSE_LINKS)?),
            relation_index: bytemuck::try_cast_slice(&bytes[part(relation_index::TABLE).unwrap_or(0..0)])
                .map(<[_]>::to_vec)
                .map_err(|_| missing(relation_index::TABLE))?,
            relation_ranges: part(relation_index::RANGES).unwrap_or(0..0),
            sections: directory.sections,
            image,
        };
        base.check_shape()?;
        Ok(base)
    }

    /// Checks that the sections fit each other, as far as it can be seen without reading them whole.
    fn check_shape(&self) -> Result<(), Error> {
        let nodes = self.kinds.len();
        let starts_fit = |tag: Tag, starts: &Range<usize>, total: usize| {
            let starts = self.try_slice::<u32>(starts).ok_or_else(|| missing(tag))?;
            let fits = starts.len() == nodes + 1 && starts[0] == 0 && starts[nodes] as usize == total;
            if fits { Ok(()) } else { Err(missing(tag)) }
        };
        let links_in = |tag: Tag, range: &Range<usize>| {
            self.try_slice::<Link>(range).map(<[Link]>::len).ok_or_else(|| missing(tag))
        };
        starts_fit(NAME_STARTS, &self.name_starts, self.names.len())?;
        starts_fit(FORWARD_STARTS, &self.forward.0, links_in(FORWARD_LINKS, &self.forward.1)?)?;
        starts_fit(INVERSE_STARTS, &self.inverse.0, links_in(INVERSE_LINKS, &self.inverse.1)?)?;
        self.try_slice::<[u32; 2]>(&self.relation_ranges).ok_or_else(|| missing(relation_index::RANGES))?;
        let index = self.try_slice::<u32>(&self.name_index).ok_or_else(|| missing(NAME_INDEX))?;
        if !index.len().is_power_of_two() || index.len() <= nodes {
            return Err(missing(NAME_INDEX));
        }
        Ok(())
    }

    /// Checks every byte of the memory against its checksum.
    pub fn verify(&self) -> Result<(), Error> {
        self.sections.iter().try_for_each(|section| section.verify(self.image.bytes()))
    }

    /// Writes the memory to a file. The file appears whole or not at all.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        let mut partial = path.as_os_str().to_owned();
        partial.push(format!(".{}.partial", std::process::id()));
        let write = || {
            let mut file = File::create(&partial)?;
            file.write_all(self.image.bytes())?;
            file.sync_all()?;
            std::fs::rename(&partial, path)
        };
        write().map_err(|error| {
            let _ = std::fs::remove_file(&partial);
            Error::from(error).at(path)
        })
    }

    /// The whole memory as bytes, as [`Base::write`] writes them.
    pub fn as_bytes(&self) -> &[u8] {
        self.image.bytes()
    }

    /// Makes the checksums of a memory file fit its bytes, as far as it can. For fuzzers, which must get past them.
    #[doc(hidden)]
    pub fn repair_checksums(bytes: &mut [u8]) {
        image::repair(bytes);
    }

    /// A number that names this memory: equal for equal content.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// How many bytes the memory has.
    pub fn size(&self) -> usize {
        self.image.bytes().len()
    }

    /// How many nodes there are.
    #[inline]
    pub fn node_count(&self) -> u32 {
        self.kinds.len() as u32
    }

    /// How many links there are, each counted once.
    pub fn link_count(&self) -> u32 {
        (self.forward.1.len() / size_of::<Link>()) as u32
    }

    /// The links of all nodes in one direction.
    #[inline]
    pub fn rows(&self, direction: Direction) -> Rows<'_> {
        let (starts, links) = match direction {
            Direction::Forward => &self.forward,
            Direction::Inverse => &self.inverse,
        };
        Rows { starts: self.slice(starts), links: self.slice(links) }
    }

    /// The links of all nodes that have one relation, if this memory has an index of it.
    #[inline]
    pub fn rows_of(&self, relation: Relation, direction: Direction) -> Option<RelationRows<'_>> {
        let entry = self.relation_index.iter().find(|entry| entry.is_for(relation, direction))?;
        let ranges = self.slice::<[u32; 2]>(&self.relation_ranges).get(entry.ranges())?;
        Some(RelationRows { links: self.rows(direction).links, first: entry.first().0, ranges })
    }

    /// The mean weight of a sample of links: what one link typically costs.
    pub fn typical_weight(&self) -> u32 {
        let links = self.slice::<Link>(&self.forward.1);
        let sample = links.iter().step_by((links.len() / 1024).max(1));
        let total: u64 = sample.clone().map(|link| u64::from(link.weight())).sum();
        (total / sample.len().max(1) as u64) as u32
    }

    /// The links of a node, sorted by relation and target.
    #[inline]
    pub fn row(&self, node: NodeId, direction: Direction) -> &[Link] {
        self.rows(direction).row(node)
    }

    /// The kind of a node.
    #[inline]
    pub fn kind_of(&self, node: NodeId) -> Option<Kind> {
        self.slice::<Kind>(&self.kinds).get(node.index()).copied()
    }

    /// The name of a node; empty for a node that is not of the base.
    pub fn name(&self, node: NodeId) -> &str {
        std::str::from_utf8(self.name_bytes(node)).unwrap_or("\u{fffd}")
    }

    fn name_bytes(&self, node: NodeId) -> &[u8] {
        let starts = self.slice::<u32>(&self.name_starts);
        let Some(&[start, end]) = starts.get(node.index()..).and_then(|rest| rest.first_chunk()) else {
            return &[];
        };
        self.image.bytes()[self.names.clone()].get(start as usize..end as usize).unwrap_or(&[])
    }

    /// The node of this kind and name.
    pub fn find(&self, kind: Kind, name: &str) -> Option<NodeId> {
        let index = self.slice::<u32>(&self.name_index);
        let mask = index.len() - 1;
        let mut place = name_hash(kind.0, name.as_bytes()) as usize & mask;
        for _ in 0..index.len() {
            let node = NodeId(index[place]);
            if node.0 == NOBODY {
                return None;
            }
            if self.kind_of(node) == Some(kind) && self.name_bytes(node) == name.as_bytes() {
                return Some(node);
            }
            place = (place + 1) & mask;
        }
        None
    }

    /// All nodes of this name, of whatever kind, in order of their ids.
    pub fn find_all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = NodeId> + 'a {
        (0..self.kind_names.len()).filter_map(move |kind| self.find(Kind(kind as u8), name))
    }

    /// All nodes of one kind: they are neighbours.
    pub fn nodes_of(&self, kind: Kind) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        let kinds = self.slice::<Kind>(&self.kinds);
        let start = kinds.partition_point(|&other| other < kind);
        let end = start + kinds[start..].partition_point(|&other| other == kind);
        (start as u32..end as u32).map(NodeId)
    }

    /// The kind of this name.
    pub fn find_kind(&self, name: &str) -> Option<Kind> {
        self.kind_names.iter().position(|known| known == name).map(|id| Kind(id as u8))
    }

    /// The relation of this name.
    pub fn find_relation(&self, name: &str) -> Option<Relation> {
        self.relation_names
            .binary_search_by(|known| known.as_str().cmp(name))
            .ok()
            .map(|id| Relation(id as u16))
    }

    /// The name of a kind.
    pub fn kind_name(&self, kind: Kind) -> &str {
        self.kind_names.get(usize::from(kind.0)).map_or("", String::as_str)
    }

    /// The name of a relation.
    pub fn relation_name(&self, relation: Relation) -> &str {
        self.relation_names.get(usize::from(relation.0)).map_or("", String::as_str)
    }

    /// The names of all kinds, in order of their ids.
    pub fn kind_names(&self) -> &[String] {
        &self.kind_names
    }

    /// The names of all relations, in order of their ids.
    pub fn relation_names(&self) -> &[String] {
        &self.relation_names
    }

    /// The bytes of a section another part of the program added.
    pub fn section(&self, tag: Tag) -> Option<&[u8]> {
        let section = self.sections.iter().find(|section| section.tag == tag)?;
        Some(&self.image.bytes()[section.range()])
    }

    /// A copy of the memory with one more section, for what is added after compiling (a licence, say). A section
    /// of the same tag is replaced.
    ///
    /// ```
    /// use quillian_network::{Builder, Tag};
    ///
    /// let base = Builder::new().finish()?.with_section(Tag::new("notes"), b"by hand".to_vec())?;
    /// assert_eq!(base.section(Tag::new("notes")), Some(&b"by hand"[..]));
    /// # Ok::<(), quillian_network::Error>(())
    /// ```
    pub fn with_section(&self, tag: Tag, bytes: Vec<u8>) -> Result<Base, Error> {
        let kept = self.sections.iter().filter(|section| section.tag != tag);
        let kept = kept.map(|section| (section.tag, self.image.bytes()[section.range()].to_vec()));
        Base::from_image(image::assemble(kept.chain([(tag, bytes)]).collect()))
    }

    fn try_slice<T: bytemuck::AnyBitPattern>(&self, range: &Range<usize>) -> Option<&[T]> {
        bytemuck::try_cast_slice(&self.image.bytes()[range.clone()]).ok()
    }

    #[inline]
    fn slice<T: bytemuck::AnyBitPattern>(&self, range: &Range<usize>) -> &[T] {
        bytemuck::cast_slice(&self.image.bytes()[range.clone()])
    }
}

impl std::fmt::Debug for Base {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Base")
            .field("nodes", &self.node_count())
            .field("links", &self.link_count())
            .field("fingerprint", &format_args!("{:016x}", self.fingerprint))
            .finish()
    }
}

pub(crate) fn name_hash(kind: u8, name: &[u8]) -> u64 {
    xxh3_64_with_seed(name, u64::from(kind))
}

/// An open-addressing table of nodes by kind and name, at most three quarters full.
pub(crate) fn name_index(kinds: &[Kind], starts: &[u32], text: &[u8]) -> Vec<u32> {
    let mut index = vec![NOBODY; (kinds.len() * 4 / 3 + 2).next_power_of_two()];
    let mask = index.len() - 1;
    for (node, kind) in kinds.iter().enumerate() {
        let name = &text[starts[node] as usize..starts[node + 1] as usize];
        let mut place = name_hash(kind.0, name) as usize & mask;
        while index[place] != NOBODY {
            place = (place + 1) & mask;
        }
        index[place] = node as u32;
    }
    index
}

fn missing(tag: Tag) -> Error {
    Error::new(ErrorKind::Missing { section: tag.to_string() })
}

fn read_name_list(mut bytes: &[u8]) -> Option<Vec<String>> {
    let mut names = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk::<4>() {
        let (name, rest) = rest.split_at_checked(u32::from_ne_bytes(*length) as usize)?;
        names.push(std::str::from_utf8(name).ok()?.to_owned());
        bytes = rest;
    }
    bytes.is_empty().then_some(names)
}
