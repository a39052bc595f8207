import { useTranslations } from 'next-intl';
import type { Outage, UptimeStrip as Strip } from '@/lib/endpoint/view';
import { formatTimestamp } from '@/lib/i18n/format';
import { Timestamp } from '../data/timestamp';
import { UptimeStrip } from '../data/uptime-strip';
import { PlainTable } from '../ui/table';

type SpanProps = { label: string; strip: Strip; zone: string };

const percent = ({ passed, total }: Strip) => `${((passed / total) * 100).toFixed(passed === total ? 0 : 2)} %`;

/** The tests of one span: in words, and as a strip. */
export function UptimeSpan({ label, strip, zone }: SpanProps) {
  const t = useTranslations('endpoint.uptime');
  const { cells, passed, total } = strip;
  const [first] = cells;
  const words = total === 0 ? t('none') : t('passed', { passed, total });
  return (
    <div className="grid gap-1">
      <p className="text-table flex flex-wrap items-baseline gap-x-3">
        <b className="font-medium">{label}</b>
        {total > 0 && <span className="tabular-nums">{percent(strip)}</span>}
        <span className="text-ink-3">{words}</span>
      </p>
      <UptimeStrip
        label={`${label}: ${words}`}
        cells={cells.map(({ from, until, state }) => ({
          key: from,
          state,
          title: `${formatTimestamp(new Date(from), zone)} – ${formatTimestamp(new Date(until), zone)}: ${t(`state.${state}`)}`,
        }))}
      />
      <p className="text-ink-3 text-small flex justify-between">
        {first && <Timestamp at={first.from} zone={zone} />}
        <span>{t('now')}</span>
      </p>
    </div>
  );
}

/** The windows in which every test failed. */
export function OutageTable({ outages, zone }: { outages: Outage[]; zone: string }) {
  const t = useTranslations('endpoint.outages');
  const tChecks = useTranslations('endpoint.test.check');
  if (outages.length === 0) return <p className="text-ink-2 text-table">{t('none')}</p>;
  return (
    <PlainTable caption={t('title')}>
      <thead>
        <tr>
          <th scope="col">{t('from')}</th>
          <th scope="col">{t('until')}</th>
          <th scope="col" data-align="end">
            {t('tests')}
          </th>
          <th scope="col">{t('failed')}</th>
        </tr>
      </thead>
      <tbody>
        {outages.map(({ from, until, tests, checks }) => (
          <tr key={from}>
            <td>
              <Timestamp at={from} zone={zone} />
            </td>
            <td>{until === null ? <b className="late">{t('lasts')}</b> : <Timestamp at={until} zone={zone} />}</td>
            <td data-align="end">{tests}</td>
            <td className="whitespace-normal">{checks.map((check) => tChecks(check)).join(' · ')}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
