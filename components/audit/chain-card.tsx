import { useTranslations } from 'next-intl';
import type { ChainReport, SealView } from '@/lib/audit/view';
import { CopyButton } from '../data/copy-button';
import { Timestamp } from '../data/timestamp';
import { Facts } from '../ui/facts';
import { Notice } from '../ui/notice';
import { Section } from '../ui/section';

type ChainCardProps = { head: SealView | null; report: ChainReport | null; zone: string };

/** Up to where the trail is sealed, the hash to compare, and what a look at all of it found. */
export function ChainCard({ head, report, zone }: ChainCardProps) {
  const t = useTranslations('audit.proof');
  const tCopy = useTranslations('common.copy');
  const isWhole = report !== null && report.faults.length === 0;
  return (
    <Section title={t('chain')} note={t('chainNote')}>
      <div className="mt-2 grid gap-3">
        {report && (
          <div data-chain={isWhole ? 'whole' : 'broken'}>
            <Notice
              icon={isWhole ? 'approved' : 'warning'}
              tone={isWhole ? 'approved' : 'rejected'}
              role={isWhole ? 'status' : 'alert'}
            >
              <b>{isWhole ? t('whole') : t('broken')}</b>{' '}
              {t('lookedAt', { entries: report.entries, seals: report.seals })}
              {!isWhole && (
                <ul className="mt-1">
                  {report.faults.map(({ what, number }) => (
                    <li key={`${what} ${number}`}>{t(`fault.${what}`, { number })}</li>
                  ))}
                </ul>
              )}
            </Notice>
          </div>
        )}
        {head === null ? (
          <p className="text-ink-2 text-table">{t('noSeal')}</p>
        ) : (
          <Facts
            facts={[
              { term: t('sealedTo'), value: t('sealedToEntry', { entry: head.lastId }) },
              { term: t('sealedAt'), value: <Timestamp at={head.at} zone={zone} /> },
              { term: t('number'), value: head.number },
              {
                term: t('head'),
                value: (
                  <>
                    <span className="mono break-all" translate="no">
                      {head.hash}
                    </span>{' '}
                    <CopyButton value={head.hash} label={tCopy('label')} done={tCopy('done')} />
                  </>
                ),
              },
            ]}
          />
        )}
      </div>
    </Section>
  );
}
