'use client';

import { useTranslations } from 'next-intl';
import type { Refusal, Result } from '@/lib/result';
import { WithWords } from '../layout/with-words';
import type { Words } from '../layout/words-for';

/** What a reading came to: wire paths that changed, and contact values that our key did not open. */
export type ReadAnswer = Result<{ changes: string[]; notOpened: string[] }>;

type ReadNewsProps = { answer: ReadAnswer; words: Words };

/** What a reading found, or why there was none. Loaded with the first answer: few visits to a page read it anew. */
export function ReadNews({ answer, words }: ReadNewsProps) {
  return <WithWords words={words}>{answer.ok ? <Found {...answer.value} /> : <NotRead {...answer} />}</WithWords>;
}

function Found({ changes, notOpened }: { changes: string[]; notOpened: string[] }) {
  const t = useTranslations('recordRead');
  const sealed = notOpened.length > 0 ? ` ${t('notOpened', { count: notOpened.length })}` : '';
  return `${t('done', { count: changes.length })}${sealed}`;
}

function NotRead({ refusal }: { refusal: Refusal }) {
  const t = useTranslations('recordRead');
  const rule = refusal.kind === 'conflict' ? refusal.rule : refusal.kind;
  const params = refusal.kind === 'conflict' ? refusal.params : {};
  return t.has(`refused.${rule}`) ? t(`refused.${rule}`, params) : t('refused.other', { rule });
}
