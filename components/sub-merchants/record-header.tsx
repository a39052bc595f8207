import { useTranslations } from 'next-intl';
import type { SubMerchantView } from '@/lib/sub-merchants/view';
import { Confidence } from '../data/confidence';
import { Id } from '../data/id';
import { Timestamp } from '../data/timestamp';
import { Icon } from '../ui/icon';
import { StateBadge } from '../ui/state-badge';

type RecordContextProps = { record: SubMerchantView; zone: string; now: string };

/** Under the name: short name, id, and the state with what it means, since when and how we know. */
export function RecordContext({ record, zone, now }: RecordContextProps) {
  const t = useTranslations('record');
  const tStates = useTranslations('states');
  const { h5 } = record;
  const isTold = h5.state !== 'UNKNOWN';
  const words = tStates.has(`${h5.state}.meaning`) ? h5.state : 'unheld';
  return (
    <>
      {record.shortname !== '' && <span translate="no">{record.shortname}</span>}
      <Id value={record.subMchid} copy />
      <details className="disclosure">
        <summary aria-label={t('stateMore')}>
          <StateBadge state={isTold ? h5.state : null} />
          <Icon name="down" size="small" />
        </summary>
        <div className="disclosure-body">
          <p>{tStates(`${words}.meaning`)}</p>
          <p>{tStates(`${words}.effect`)}</p>
          <p className="text-ink-2">
            {t('h5.how')} {t(`how.${h5.how}`)}
          </p>
          {isTold && (
            <p className="text-ink-2">
              {t('h5.since')} <Timestamp at={h5.since} zone={zone} />
            </p>
          )}
          <p className="text-ink-2">
            {t('h5.next')} {tStates(`${words}.next`)}
          </p>
        </div>
      </details>
      {isTold && <Confidence asOf={h5.asOf} now={now} words />}
      {isTold && (
        <span className="text-ink-3 max-md:hidden">
          {t.rich('asOf', { time: () => <Timestamp at={h5.asOf} zone={zone} /> })}
        </span>
      )}
    </>
  );
}
