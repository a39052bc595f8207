// Base64 as the standard alphabet writes it. Decoders forgive nearly everything, so the text is judged before.

/** True for padded standard Base64 without breaks or foreign letters, written the one canonical way. */
export function isStrictBase64(value: string): boolean {
  if (value.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(value)) return false;
  // The last letter must not carry bits that decoding drops: otherwise two texts would be one value.
  if (value.endsWith('==')) return /[AQgw]==$/.test(value);
  return !value.endsWith('=') || /[AEIMQUYcgkosw048]=$/.test(value);
}
