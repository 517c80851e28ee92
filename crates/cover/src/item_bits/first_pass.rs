//! Policy for the first pass over children, which finds dead ones before their lists are made.

/// Gain of the first pass. It costs a look at the list for each child, and saves making the list of
/// each dead child.
///
/// In tilings most children are dead, in pairs and queens hardly any.
#[derive(Debug, Default)]
pub struct FirstPass {
    /// Recent gain, in looks.
    gain: i32,
}

impl FirstPass {
    /// Cost of making a list, in looks.
    const LIST: i32 = 8;
    /// Largest gain or loss that is remembered. It is small, so that the policy adapts when the
    /// tree changes.
    const MOST: i32 = 256;

    pub fn pays(&self) -> bool {
        self.gain >= 0
    }

    /// Records that `ended` of `children` were dead, with or without the pass.
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
