import { useTranslations } from 'next-intl';
import type { DayHead } from '@/lib/audit/view';
import { Timestamp } from '../data/timestamp';
import { PlainTable, SideScroll } from '../ui/table';

/** The newest seal of each day. */
export function HeadTable({ heads, zone }: { heads: DayHead[]; zone: string }) {
  const t = useTranslations('audit.proof');
  if (heads.length === 0) return <p className="text-ink-2 text-table mt-2">{t('noSeal')}</p>;
  return (
    <div className="mt-2">
      <SideScroll>
        <PlainTable caption={t('heads')}>
          <thead>
            <tr>
              <th scope="col">{t('day')}</th>
              <th scope="col">{t('number')}</th>
              <th scope="col">{t('sealedTo')}</th>
              <th scope="col">{t('sealedAt')}</th>
              <th scope="col">{t('head')}</th>
            </tr>
          </thead>
          <tbody>
            {heads.map(({ day, number, lastId, at, hash }) => (
              <tr key={day} data-head={day}>
                <td className="mono">{day}</td>
                <td>{number}</td>
                <td>{t('sealedToEntry', { entry: lastId })}</td>
                <td>
                  <Timestamp at={at} zone={zone} />
                </td>
                <td className="mono" translate="no">
                  {hash}
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </SideScroll>
    </div>
  );
}
