// What a field does to its text when it is left. Whatever is changed is named, so that a person sees what is sent.
import { invisibleAt } from '@/lib/platform/wire/text';

/** What was taken out or rewritten. Each has words in `edit.tidied`. */
export type TidyNote = 'invisible' | 'outer-space' | 'separators' | 'full-width' | 'double-zero';

export type Tidied = { value: string; notes: TidyNote[] };

/** Invisible characters and outer blanks removed, line breaks and tabs made blanks, NFC. */
export function tidyText(typed: string): Tidied {
  const notes: TidyNote[] = [];
  let value = typed.normalize('NFC').replace(/[\t\r\n]+/g, ' ');
  for (let at = invisibleAt(value); at !== null; at = invisibleAt(value)) {
    const points = [...value];
    points.splice(at - 1, 1);
    value = points.join('').normalize('NFC');
    if (!notes.includes('invisible')) notes.push('invisible');
  }
  const trimmed = value.trim();
  if (trimmed !== value) notes.push('outer-space');
  return { value: trimmed, notes };
}

const fullWidth = /[\uff01-\uff5e\u3000]/g;
const ascii = (letter: string) => (letter === '\u3000' ? ' ' : String.fromCharCode(letter.charCodeAt(0) - 0xfee0));

/**
 * A phone as it is sent: `+` and digits. Full-width signs become ASCII, blanks, hyphens and brackets go, a leading `00`
 * becomes `+`. Text with letters, an extension, or a trunk zero in brackets says something that this would drop: it stays
 * as it was typed, and the rules refuse it.
 */
export function tidyPhone(typed: string): Tidied {
  const { value, notes } = tidyText(typed);
  const narrow = value.replace(fullWidth, ascii);
  if (/\(\s*0\s*\)/.test(narrow)) return { value, notes };
  const compact = narrow.replace(/[\s()[\]\u2010-\u2015\u2212-]/g, '');
  const dialled = compact.replace(/^00/, '+');
  if (!/^\+?[0-9]+$/.test(dialled)) return { value, notes };
  return {
    value: dialled,
    notes: [
      ...notes,
      ...(narrow === value ? [] : ['full-width' as const]),
      ...(compact === narrow ? [] : ['separators' as const]),
      ...(dialled === compact ? [] : ['double-zero' as const]),
    ],
  };
}
