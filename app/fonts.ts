import localFont from 'next/font/local';

// Made by scripts/subset-fonts.mjs: the characters and weights that nearly every page is written in.
const sans = localFont({ src: './fonts/geist-latin.woff2', variable: '--font-geist-sans', weight: '400 700' });
const mono = localFont({
  src: './fonts/geist-mono-latin.woff2',
  variable: '--font-geist-mono',
  weight: '400 700',
  adjustFontFallback: false,
});

// The whole fonts, which a browser fetches only for a page with a letter of these: Polish, Vietnamese, Cyrillic names.
const sansMore = localFont({
  src: '../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2',
  variable: '--font-geist-sans-more',
  weight: '100 900',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value: 'U+0100-0130, U+0132-0151, U+0154-02AF, U+0300-036F, U+0400-052F, U+1E00-1EFF, U+20A0-20AB, U+20AD-20C0',
    },
  ],
});
const monoMore = localFont({
  src: '../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2',
  variable: '--font-geist-mono-more',
  weight: '100 900',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value: 'U+0100-0130, U+0132-0151, U+0154-02AF, U+0300-036F, U+0400-052F, U+1E00-1EFF, U+20A0-20AB, U+20AD-20C0',
    },
  ],
});

/** Classes of the document that carry the fonts' names to tokens.css. */
export const fontClasses = [sans, mono, sansMore, monoMore].map(({ variable }) => variable).join(' ');
