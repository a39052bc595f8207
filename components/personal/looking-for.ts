import { getTranslations } from 'next-intl/server';
import type { Permission } from '@/lib/auth/permissions';
import { mayDo } from '@/lib/auth/permissions';
import { wordsFor } from '../layout/words-for';
import type { Looking } from './masked-value';

/** What the masked values of a page need for this reader; null where the reader has no right to look. */
export async function lookingFor(
  connection: string,
  { permissions }: { permissions: readonly Permission[] },
): Promise<Looking> {
  if (!mayDo(permissions, 'personal:show')) return null;
  const [t, words] = await Promise.all([getTranslations('look'), wordsFor(['look', 'form', 'stepUp', 'common'])]);
  return { connection, show: t('show'), words };
}
