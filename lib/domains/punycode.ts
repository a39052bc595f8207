// The reading direction of RFC 3492: browsers turn letters into `xn--`, none of their interfaces turns them back.

const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;

function adapt(delta: number, points: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / DAMP) : delta >> 1;
  rest += Math.floor(rest / points);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}

function digitOf(letter: string): number {
  if (letter >= '0' && letter <= '9') return letter.charCodeAt(0) - 22;
  if (letter >= 'a' && letter <= 'z') return letter.charCodeAt(0) - 97;
  return Number.NaN;
}

/** What one label after `xn--` stands for; null when it stands for nothing. */
function decodeLabel(label: string): string | null {
  const basicEnd = label.lastIndexOf('-');
  const output = [...label.slice(0, Math.max(basicEnd, 0))].map((letter) => letter.charCodeAt(0));
  let at = basicEnd > 0 ? basicEnd + 1 : 0;
  let point = 128;
  let place = 0;
  let bias = 72;
  while (at < label.length) {
    const before = place;
    let weight = 1;
    for (let k = BASE; ; k += BASE) {
      const digit = digitOf(label[at++] ?? '');
      if (Number.isNaN(digit)) return null;
      place += digit * weight;
      const threshold = k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias;
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    bias = adapt(place - before, output.length + 1, before === 0);
    point += Math.floor(place / (output.length + 1));
    place %= output.length + 1;
    if (point > 0x10ffff) return null;
    output.splice(place++, 0, point);
  }
  return String.fromCodePoint(...output);
}

/** A lower-case ASCII host name as people read it: `xn--r8jz45g.xn--zckzah` is `例え.テスト`. */
export const readableDomain = (domain: string): string =>
  domain
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (decodeLabel(label.slice(4)) ?? label) : label))
    .join('.');
