// One rule for the length of a text, in the form, on the server and in the sandbox: code points of the NFC form.
// Browsers count UTF-16 units in maxlength and zod has changed its mind between versions, so neither is relied on.
import { z } from 'zod';
import type { WireRule } from './rules';
import { broken, typeRule } from './rules';

/** Length in the sense of `string[a,b]`: code points of the NFC form. An emoji is one, "e" with an accent is one. */
export function countCharacters(value: string): number {
  let count = 0;
  for (const _ of value.normalize('NFC')) count += 1;
  return count;
}

/** Bytes of the NFC form in UTF-8: what counts against the block of a sealed field. */
export const utf8Bytes = (value: string): number => new TextEncoder().encode(value.normalize('NFC')).length;

// Controls, format characters (zero width, direction marks), lone surrogates, line and paragraph separators, and the
// letters that draw nothing. The joiner inside an emoji sequence is the one format character with a visible job.
const invisible = new RegExp(
  [
    String.raw`(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]`,
    String.raw`\u034f|[\u115f\u1160\u2800\u3164\uffa0]`,
    String.raw`(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d`,
    String.raw`\u200d(?!\p{Extended_Pictographic})`,
  ].join('|'),
  'u',
);

/** Position of the first character that cannot be seen, from 1 in code points; null when there is none. */
export function invisibleAt(value: string): number | null {
  const found = invisible.exec(value);
  return found ? [...value.slice(0, found.index)].length + 1 : null;
}

/**
 * A one-line text of `min` to `max` characters. It parses to its NFC form, which is what is counted, shown and sent.
 * Rules: `required` (empty), `too-short`, `too-long` {min/max, count}, `invisible-character` {position}, `outer-space`.
 */
export function text(min: number, max: number) {
  return measured(min, max, (value) => value.normalize('NFC'), invisibleAt);
}

/**
 * A text of several lines, by the rules of `text`: line feeds may stand in it, those of other systems become one, and each
 * counts as a character.
 */
export function prose(min: number, max: number) {
  const lines = (value: string) => value.normalize('NFC').replace(/\r\n?/g, '\n');
  return measured(min, max, lines, (value) => invisibleAt(value.replaceAll('\n', ' ')));
}

function measured(
  min: number,
  max: number,
  proper: (value: string) => string,
  unseenAt: (value: string) => number | null,
) {
  return z
    .string({ error: typeRule() })
    .overwrite(proper)
    .check(({ value, issues }) => {
      const count = countCharacters(value);
      const position = unseenAt(value);
      if (count === 0 && min > 0) issues.push(broken('required', value, { min, count }));
      else if (position !== null) issues.push(broken('invisible-character', value, { position }));
      else if (value !== value.trim()) issues.push(broken('outer-space', value));
      else if (count < min) issues.push(broken('too-short', value, { min, count }));
      else if (count > max) issues.push(broken('too-long', value, { max, count }));
    })
    .meta({ minLength: min, maxLength: max });
}

/** A text that also matches `pattern`; otherwise it fails `rule`. */
export function patterned(min: number, max: number, pattern: RegExp, rule: WireRule) {
  return text(min, max).check(({ value, issues }) => {
    if (!pattern.test(value)) issues.push(broken(rule, value));
  });
}
