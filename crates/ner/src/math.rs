//! Functions that the platform's own library would compute differently from one machine to the next.
//!
//! Additions, multiplications, divisions and square roots are exactly rounded everywhere (IEEE 754), and the compiler
//! neither fuses nor reorders them. A function built from them in a fixed order gives the same result everywhere.

/// The sum of `values`, in an order that suits vectors of any length: sixteen running sums, then pairs of sums.
#[inline(always)]
pub fn sum<const N: usize>(values: &[f32; N]) -> f32 {
    let mut lanes = [0.0_f32; 16];
    for chunk in values.as_chunks::<16>().0 {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane += value;
        }
    }
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = lanes;
    let (a, b, c, d) = ((a + i) + (e + m), (b + j) + (f + n), (c + k) + (g + o), (d + l) + (h + p));
    (a + c) + (b + d)
}

/// The nearest integer, halves to even, of a value with a magnitude below 2²².
#[inline(always)]
pub fn round(value: f32) -> i32 {
    // At this size the last bit of the mantissa is worth one.
    const SHIFT: f32 = 12_582_912.0;
    (value + SHIFT).to_bits().wrapping_sub(SHIFT.to_bits()) as i32
}

/// eˣ to about six digits, for x from -87 to 88; beyond, as at these ends.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    let x = x.clamp(-87.0, 88.0);
    let power = round(x * std::f32::consts::LOG2_E);
    // ln 2 in two parts, the first of few bits, so that the product is exact.
    let rest = (x - power as f32 * 0.693_359_4) - power as f32 * -2.121_944_4e-4;
    let mut sum = 1.0 / 720.0;
    for term in [1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        sum = sum * rest + term;
    }
    sum * f32::from_bits(((power + 127) as u32) << 23)
}

/// The natural logarithm to about six digits, for positive normal numbers.
#[inline(always)]
pub fn ln(x: f32) -> f32 {
    let x = x.max(f32::MIN_POSITIVE);
    // The mantissa between about 0.71 and 1.41.
    let power = (x.to_bits().wrapping_sub(0x3F35_04F3) as i32) >> 23;
    let mantissa = f32::from_bits(x.to_bits().wrapping_sub((power as u32) << 23));
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let square = s * s;
    let mut sum = 1.0 / 9.0;
    for term in [1.0 / 7.0, 0.2, 1.0 / 3.0, 1.0] {
        sum = sum * square + term;
    }
    2.0 * s * sum + power as f32 * std::f32::consts::LN_2
}

/// The Gaussian error linear unit in its form with tanh (Hendrycks and Gimpel, 2016).
#[inline(always)]
pub fn gelu(x: f32) -> f32 {
    0.5 * x * (1.0 + tanh(0.797_884_6 * (x + 0.044_715 * x * x * x)))
}

/// tanh as a rational function (Lambert's continued fraction), to about four digits.
#[inline(always)]
pub fn tanh(x: f32) -> f32 {
    let x = x.clamp(-4.97, 4.97);
    let s = x * x;
    let over = x * (135_135.0 + s * (17_325.0 + s * (378.0 + s)));
    let value = over / (135_135.0 + s * (62_370.0 + s * (3_150.0 + s * 28.0)));
    value.clamp(-1.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_close_to_the_true_ones() {
        for step in -8600..8700 {
            let x = step as f32 / 100.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 3e-6, "exp {x}");
            let y = x.exp();
            assert!((ln(y) - y.ln()).abs() < 1e-5, "ln {y}");
            assert!((tanh(x) - x.tanh()).abs() < 1e-4, "tanh {x}");
        }
        for (x, rounded) in [(0.5, 0), (1.5, 2), (-2.5, -2), (-2.51, -3), (32767.0, 32767)] {
            assert_eq!(round(x), rounded);
        }
    }

    #[test]
    fn sums_all() {
        let values: [f32; 96] = std::array::from_fn(|at| at as f32);
        assert_eq!(sum(&values), 95.0 * 48.0);
    }

    #[test]
    fn bits_stay_as_they_are() {
        // A change here changes what models find on some machine: it needs a new version of the features.
        assert_eq!(exp(-1.5).to_bits(), 0x3E64_7C3C);
        assert_eq!(ln(0.3).to_bits(), 0xBF9A_1BC8);
        assert_eq!(gelu(-0.7).to_bits(), 0xBE2D_7F05);
    }
}
