import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { proofOf } from '@/lib/deductions/rules';
import type { DeductionDetail } from '@/lib/deductions/view';
import { paths } from '@/lib/paths';
import { Details } from '../../ui/details';
import { Section } from '../../ui/section';

type RecordProps = { slug: string; order: DeductionDetail; may: Record<'request' | 'notification', boolean> };

/** The order record as it was last told, the payer masked; the answer of each try stands with its request. */
export function OrderRecordAsTold({ slug, order, may }: RecordProps) {
  const t = useTranslations('deduction.record');
  const proof = proofOf(order);
  const { record } = order;
  return (
    <Section title={t('title')} note={t('note')}>
      {record === null ? (
        <p className="text-ink-2 text-table mt-2">{t('none')}</p>
      ) : (
        <div className="mt-2">
          <Details summary={t('show')}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
            <pre className="code-block mt-1" tabIndex={0} translate="no" data-order-record="">
              {JSON.stringify(JSON.parse(record), null, 2)}
            </pre>
          </Details>
        </div>
      )}
      {proof?.kind === 'request' && may.request && (
        <p className="text-table mt-2">
          <Link className="link" href={paths.request(slug, proof.id)} prefetch={false}>
            {t('request')}
          </Link>
        </p>
      )}
      {proof?.kind === 'notification' && may.notification && (
        <p className="text-table mt-2">
          <Link className="link" href={paths.notification(slug, proof.id)} prefetch={false}>
            {t('notification')}
          </Link>
        </p>
      )}
    </Section>
  );
}
