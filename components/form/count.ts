/** Characters as the wire rules count them: code points of the NFC form. */
export const countCharacters = (value: string): number => [...value.normalize('NFC')].length;

/** Bytes of the NFC form in UTF-8: what a sealed value takes. */
export const countBytes = (value: string): number => new TextEncoder().encode(value.normalize('NFC')).length;
