//! Modules that a job reads and checks together.

/// Limits of one part; a larger module is alone.
const MODULES_AT_ONCE: usize = 64;
const BYTES_AT_ONCE: u64 = 8 << 20;

/// Divides modules into parts that are read at once.
pub(super) fn batches<T>(all: &[T], size: impl Fn(&T) -> u64) -> Vec<&[T]> {
    let (mut parts, mut rest) = (Vec::new(), all);
    while !rest.is_empty() {
        let mut bytes = 0_u64;
        let fits = |&one: &&T| {
            bytes = bytes.saturating_add(size(one));
            bytes <= BYTES_AT_ONCE
        };
        let count = rest.iter().take(MODULES_AT_ONCE).take_while(fits).count().max(1);
        let (part, after) = rest.split_at(count);
        parts.push(part);
        rest = after;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_read_by_their_bytes_as_well_as_by_their_number() {
        let parts = |sizes: &[u64]| batches(sizes, |size| *size).iter().map(|part| part.len()).collect::<Vec<_>>();
        assert_eq!(parts(&[]), [0; 0]);
        assert_eq!(parts(&[1_000; 130]), [64, 64, 2]);
        let large = 5 << 20;
        assert_eq!(parts(&[large, large, large]), [1, 1, 1]);
        assert_eq!(parts(&[1, 32 << 20, 1, 4 << 20, 4 << 20, 1]), [1, 1, 2, 2]);
    }
}
