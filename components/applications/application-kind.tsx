import { useTranslations } from 'next-intl';
import type { ApplicationView } from '@/lib/applications/view';

/** What an application asks for, in words and as the interface writes it. */
export function ApplicationKind({ kind, applymentType }: Pick<ApplicationView, 'kind' | 'applymentType'>) {
  const t = useTranslations('applications.kinds');
  if (kind === 'domain-change') return t('domain-change');
  return (
    <>
      {applymentType !== null && t.has(applymentType) && `${t(applymentType)} `}
      <span className="mono text-ink-3">{applymentType}</span>
    </>
  );
}
