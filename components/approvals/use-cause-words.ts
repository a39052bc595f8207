import { useTranslations } from 'next-intl';

/** Why an approval is void, or would be: a few words, and a sentence. A cause that we have no words for is its own. */
export function useCauseWords(): (cause: string) => { short: string; means: string | null } {
  const t = useTranslations('approvalCauses');
  return (cause) => ({
    short: t.has(`${cause}.short`) ? t(`${cause}.short`) : cause,
    means: t.has(`${cause}.means`) ? t(`${cause}.means`) : null,
  });
}
