//! The default engine: tokenising, folding, hashing and looking up in one pass, with SIMD.
//!
//! The text is taken in stretches that fit the innermost cache, cut where no word is cut:
//!
//! 1. 64 bytes at a time are folded to small letters and turned into masks: letters, joiners, bytes above 127.
//!    From the masks come the places where words start and end.
//! 2. Each word's first 16 folded bytes are hashed, and the processor is asked to fetch the slot of that hash.
//! 3. When all are under way, each word is compared with the key in its slot, and the definition written.
//! 4. Words of more than 16 bytes are looked up apart, so that the loops above have no branches to mispredict.
//!
//! A run with bytes above 127 is handed to the plain tokeniser, which knows all scripts; it sees the whole run, so
//! its tokens are exactly those of the text.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod lane;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
mod stretch;

use super::{Engine, Found, check_size};
use crate::error::Error;
use crate::lexicon::Lexicon;
pub(crate) use stretch::Workspace;

/// Which instructions the fused engine uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// 64 bytes in one register, with byte compression (Intel since Ice Lake, AMD since Zen 4).
    Avx512,
    /// 32 bytes in one register.
    Avx2,
    /// 16 bytes in one register (ARM).
    Neon,
    /// A table of characters: any processor.
    Portable,
}

impl Level {
    /// All levels, fastest first.
    pub const ALL: [Level; 4] = [Level::Avx512, Level::Avx2, Level::Neon, Level::Portable];

    /// Whether this processor can do it.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => avx512::is_available(),
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => avx2::is_available(),
            #[cfg(target_arch = "aarch64")]
            Level::Neon => true,
            Level::Portable => true,
            #[allow(unreachable_patterns)]
            _ => false,
        }
    }

    /// The fastest that this processor can do.
    pub fn best() -> Level {
        Level::ALL.into_iter().find(|level| level.is_available()).unwrap_or(Level::Portable)
    }
}

/// The default engine.
#[derive(Clone, Copy, Debug)]
pub struct Fused<'a> {
    lexicon: Lexicon<'a>,
    level: Level,
}

impl<'a> Fused<'a> {
    /// The engine with the best instructions of this processor.
    pub fn new(lexicon: Lexicon<'a>) -> Fused<'a> {
        Fused { lexicon, level: Level::best() }
    }

    /// The engine with these instructions, when this processor has them.
    pub fn with_level(lexicon: Lexicon<'a>, level: Level) -> Option<Fused<'a>> {
        level.is_available().then_some(Fused { lexicon, level })
    }
}

impl Engine for Fused<'_> {
    fn name(&self) -> String {
        format!("fused {:?}", self.level).to_lowercase()
    }

    fn look_up(&self, text: &[u8], found: &mut Found) -> Result<(), Error> {
        check_size(text)?;
        found.clear();
        let mut workspace = found.workspace.take().unwrap_or_default();
        let (lexicon, w) = (&self.lexicon, &mut *workspace);
        match self.level {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a level is chosen only when `is_available` says that the processor has its instructions.
            Level::Avx512 => unsafe { avx512::look_up(lexicon, text, found, w) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Level::Avx2 => unsafe { avx2::look_up(lexicon, text, found, w) },
            #[cfg(target_arch = "aarch64")]
            Level::Neon => stretch::look_up::<neon::Neon>(lexicon, text, found, w),
            _ => stretch::look_up::<portable::Portable>(lexicon, text, found, w),
        }
        found.workspace = Some(workspace);
        Ok(())
    }
}
