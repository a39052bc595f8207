// node scripts/subset-fonts.mjs: the two fonts of the package `geist`, cut to the characters and weights that nearly every
// page needs, into app/fonts/. Run after an update of the package; the rest is loaded where it is needed (app/fonts.ts).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { root } from './lib/project.mjs';

const between = (first, last) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, place) => first + place));
// ASCII, Latin-1, the dotless i and oe; dashes, quotes, ellipsis, primes; euro, trade mark, arrows, signs of comparison.
const characters = [
  between(0x20, 0x7e),
  between(0xa0, 0xff),
  'ıŒœ',
  between(0x2010, 0x2027),
  '‰′″‹›⁄€™',
  between(0x2190, 0x2193),
  '−≈≠≤≥',
].join('');

for (const { from, to } of [
  { from: 'geist-sans/Geist-Variable.ttf', to: 'geist-latin.woff2' },
  { from: 'geist-mono/GeistMono-Variable.ttf', to: 'geist-mono-latin.woff2' },
]) {
  const whole = readFileSync(join(root, 'node_modules/geist/dist/fonts', from));
  const cut = await subsetFont(whole, characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
    // What a browser uses by itself, and the figures of equal width that tables ask for.
    keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'calt', 'rlig', 'tnum'],
  });
  writeFileSync(join(root, 'app/fonts', to), cut);
  console.log(`${to}  ${cut.length} bytes`);
}
