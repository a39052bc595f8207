import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ApprovalDetail } from '@/lib/approvals/view';
import { paths } from '@/lib/paths';
import { VerbatimJson } from '../notifications/verbatim-json';
import { Details } from '../ui/details';
import { Section } from '../ui/section';
import { ChangeTable } from './change-table';

type SentBeforeProps = { slug: string; approval: ApprovalDetail; zone: string };

/** What the request sent whose outcome is settled: by its reference, what it changed, and the whole body, masked. */
export function SentBefore({ slug, approval, zone }: SentBeforeProps) {
  const t = useTranslations('approvals.page');
  const { about } = approval;
  if (about === null) return null;
  const { objectKind, changes, maskedBody: maskedContent } = about;
  return (
    <Section title={t('sentBefore')} note={t('masked')}>
      <p className="text-table mt-2" data-part="sent-before">
        {t.rich('sentBeforeWhat', {
          name: about.objectName || about.objectId,
          id: about.objectId,
          reference: about.reference,
          link: (chunks) => (
            <Link className="link mono" href={paths.request(slug, approval.objectId)} prefetch={false}>
              {chunks}
            </Link>
          ),
        })}
      </p>
      <ChangeTable approval={{ ...approval, objectKind, changes, maskedContent }} zone={zone} />
      <Details summary={t('sentBeforeFold')}>
        <VerbatimJson json={maskedContent} instead={t('noContent')} />
      </Details>
    </Section>
  );
}
