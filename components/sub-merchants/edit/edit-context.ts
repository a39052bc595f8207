'use client';

import { createContext, useContext } from 'react';
import type { Looking } from '@/components/personal/masked-value';
import type { Locale } from '@/lib/i18n/locale';
import type { EditBase } from '@/lib/sub-merchants/rules';

/** What every part of the edit form knows: the record it began from, whose it is, and whether it is locked. */
export type EditSurroundings = {
  base: EditBase;
  connection: string;
  subMchid: string;
  locale: Locale;
  zone: string;
  /** Today in the reader's zone, YYYY-MM-DD. */
  today: string;
  isLocked: boolean;
  looking: Looking;
};

export const EditContext = createContext<EditSurroundings | null>(null);

/** Throws outside the edit form: its parts make no sense elsewhere. */
export function useEdit(): EditSurroundings {
  const edit = useContext(EditContext);
  if (!edit) throw new Error('outside the edit form');
  return edit;
}
