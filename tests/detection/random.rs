//! [`Random`]: reproducible random numbers and strings.

/// A pseudorandom number generator with one word of state (Marsaglia's xorshift); equal seeds give equal numbers.
pub struct Random(u64);

impl Random {
    /// A generator seeded with `seed`, whose lowest bit is set: the state must not be 0.
    pub fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }

    /// An element of `from`.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    /// A string of `len` characters of `alphabet`, which is ASCII.
    pub fn draw(&mut self, alphabet: &str, len: usize) -> String {
        (0..len).map(|_| char::from(self.pick(alphabet.as_bytes()))).collect()
    }

    /// A string of `len` hexadecimal digits.
    pub fn hex(&mut self, len: usize) -> String {
        self.draw("0123456789abcdef", len)
    }

    /// A string of `shape`: `9` is a digit, `A` a capital, `X` either, `a` a letter or digit, `h` a hexadecimal digit,
    /// a character behind a backslash itself, and so is any other.
    pub fn fill(&mut self, shape: &str) -> String {
        let mut chars = shape.chars();
        let mut filled = String::with_capacity(shape.len());
        while let Some(c) = chars.next() {
            let alphabet = match c {
                '9' => "0123456789",
                'A' => "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
                'X' => "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
                'a' => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
                'h' => "0123456789abcdef",
                '\\' => {
                    filled.extend(chars.next());
                    continue;
                }
                c => {
                    filled.push(c);
                    continue;
                }
            };
            filled.push(char::from(self.pick(alphabet.as_bytes())));
        }
        filled
    }
}
