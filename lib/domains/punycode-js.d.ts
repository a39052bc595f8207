// The package brings no types of its own.
declare module 'punycode.js' {
  const punycode: { toUnicode: (domain: string) => string };
  export = punycode;
}
