import type { EditBase } from './rules';
import { valueAt, valuesOf } from './rules';
import type { EditValues, FieldPath } from './schema';
import { fieldPaths, isPersonalPath } from './schema';

/** One field of the merge page: what the draft began from, what is held now, what was typed. Personal values are masks. */
export type CompareRow = {
  path: FieldPath | 'h5_payment_apply_info.domains' | 'h5_payment_apply_info.website_url';
  base: string;
  theirs: string;
  mine: string;
  /** What goes on without a person's choice; null when both sides changed it and differ. */
  choice: 'theirs' | 'mine' | null;
};

const text = (value: string | string[] | undefined | null): string =>
  Array.isArray(value) ? value.join('\n') : (value ?? '');

const heldAt = (base: EditBase, path: FieldPath) => text(isPersonalPath(path) ? base.masks[path] : base.held[path]);

/**
 * Fields in which a draft and the record that moved under it differ from where the draft began. Where only one side
 * changed, that side goes on; where both did and differ, a person chooses (features row 10). `typedMark` stands for a
 * personal value that was typed: the page shows that there is one, not which.
 */
export function compareDraft(base: EditBase, theirs: EditBase, mine: EditValues, typedMark: string): CompareRow[] {
  const rows: CompareRow[] = [];
  const add = (path: CompareRow['path'], was: string, now: string, typed: string) => {
    if (now === was && typed === was) return;
    const choice = typed === was ? 'theirs' : now === was || now === typed ? 'mine' : null;
    rows.push({ path, base: was, theirs: now, mine: typed, choice });
  };
  for (const path of fieldPaths) {
    const typed = text(valueAt(mine, path));
    const was = heldAt(base, path);
    // An empty personal field keeps what is held now, whichever that is: it overwrites nothing.
    const isKept = isPersonalPath(path) && typed === '' && !mine.ticked.leftOut.includes(path);
    add(path, was, heldAt(theirs, path), isKept ? was : isPersonalPath(path) && typed !== '' ? typedMark : typed);
  }
  if (mine.apply_h5_payment !== 'leave') {
    const { website_url, domains } = mine.h5_payment_apply_info;
    add('h5_payment_apply_info.website_url', text(base.websiteUrl), text(theirs.websiteUrl), website_url);
    add('h5_payment_apply_info.domains', text(base.domainsInForce), text(theirs.domainsInForce), text(domains));
  }
  return rows;
}

/**
 * The draft over the newer record: theirs where chosen, mine elsewhere; fields nobody touched follow the record. A tick
 * holds only for what it was set over: theirs is not left out, and another H5 state is not answered by an old "anyway".
 */
export function mergeDraft(
  base: EditBase,
  theirs: EditBase,
  mine: EditValues,
  choices: Partial<Record<CompareRow['path'], 'theirs' | 'mine'>>,
): EditValues {
  const merged = valuesOf(theirs);
  merged.apply_h5_payment = mine.apply_h5_payment;
  merged.ticked = {
    removedDomains: [...mine.ticked.removedDomains],
    leftOut: mine.ticked.leftOut.filter((path) => choices[path as CompareRow['path']] !== 'theirs'),
    h5Anyway: mine.ticked.h5Anyway && base.h5State === theirs.h5State,
  };
  for (const [path, choice] of Object.entries(choices)) {
    if (choice !== 'mine') continue;
    const [first, second] = path.split('.') as [keyof EditValues, string | undefined];
    if (second === undefined) Object.assign(merged, { [first]: mine[first] });
    else
      Object.assign(merged[first] as object, { [second]: (mine[first] as unknown as Record<string, unknown>)[second] });
  }
  return merged;
}
