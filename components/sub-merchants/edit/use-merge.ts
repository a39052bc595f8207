'use client';

import { useMemo, useState } from 'react';
import type { CompareRow } from '@/lib/sub-merchants/compare';
import { compareDraft, mergeDraft } from '@/lib/sub-merchants/compare';
import type { EditBase } from '@/lib/sub-merchants/rules';
import type { EditValues } from '@/lib/sub-merchants/schema';

export type MergeState = {
  rows: (CompareRow & { chosen: 'theirs' | 'mine' | null })[];
  choose: (path: CompareRow['path'], side: 'theirs' | 'mine') => void;
  /** How many fields still wait for a person's choice. */
  undecided: number;
  merged: () => EditValues;
};

/** Base, theirs and mine of a draft whose record moved (features row 10). Nothing is preselected where all three differ. */
export function useMerge(base: EditBase, theirs: EditBase, mine: EditValues, typedMark: string): MergeState {
  const [choices, setChoices] = useState<Partial<Record<CompareRow['path'], 'theirs' | 'mine'>>>({});
  const rows = useMemo(
    () =>
      compareDraft(base, theirs, mine, typedMark).map((row) => ({ ...row, chosen: choices[row.path] ?? row.choice })),
    [base, theirs, mine, typedMark, choices],
  );
  return {
    rows,
    choose: (path, side) => setChoices((held) => ({ ...held, [path]: side })),
    undecided: rows.filter(({ chosen }) => chosen === null).length,
    merged: () =>
      mergeDraft(
        base,
        theirs,
        mine,
        Object.fromEntries(rows.flatMap((row) => (row.chosen ? [[row.path, row.chosen]] : []))),
      ),
  };
}
