// Browsers turn letters into `xn--`; none of their interfaces turns them back, and what Node offers for it is not there.
import punycode from 'punycode.js';

function readableLabel(label: string): string {
  try {
    return punycode.toUnicode(label);
  } catch {
    // It stands for nothing: shown as it is.
    return label;
  }
}

/** A lower-case ASCII host name as people read it: `xn--r8jz45g.xn--zckzah` is `例え.テスト`. */
export const readableDomain = (domain: string): string => domain.split('.').map(readableLabel).join('.');
