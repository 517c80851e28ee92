//! Whether to look for children that end at once, before any list is made.

/// Keeps account of what it gains: it costs each child a look at the list, and spares those that
/// end a list of their own.
///
/// In tilings most children end, in pairs and queens hardly any does.
#[derive(Debug, Default)]
pub struct FirstPass {
    /// What was gained of late, in looks.
    gain: i32,
}

impl FirstPass {
    /// To make a list takes so many looks.
    const LIST: i32 = 8;
    /// No more than this is remembered, so that it is tried again where the tree is another.
    const MOST: i32 = 256;

    pub fn pays(&self) -> bool {
        self.gain >= 0
    }

    /// Of `children`, so many ended, whether the pass was taken or not.
    #[inline(always)]
    pub fn record(&mut self, children: u32, ended: u32) {
        let gain = self.gain + Self::LIST * ended as i32 - children as i32;
        self.gain = gain.clamp(-Self::MOST, Self::MOST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_pays_where_one_child_in_eight_ends() {
        let mut pass = FirstPass::default();
        assert!(pass.pays());
        for _ in 0..1000 {
            pass.record(16, 1);
        }
        assert!(!pass.pays());
        for _ in 0..1000 {
            pass.record(6, 1);
        }
        assert!(pass.pays());
    }
}
