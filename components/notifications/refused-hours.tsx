import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { formatCount, momentIn } from '@/lib/i18n/format';
import type { RefusedCounts, RefusedSummary } from '@/lib/notifications/view';
import { refusedCauses } from '@/lib/notifications/view';
import { paths } from '@/lib/paths';
import { Details } from '../ui/details';
import { Section } from '../ui/section';
import { PlainTable } from '../ui/table';

const DAY_HOURS = 24;
const HEIGHT = 40;

type RefusedHoursProps = { slug: string; hours: RefusedSummary['hours']; range: 'day' | 'week'; zone: string };

const alarming = (counts: RefusedCounts) =>
  refusedCauses.reduce((sum, cause) => sum + (cause === 'probe' ? 0 : (counts[cause] ?? 0)), 0);

/** When they came: a bar an hour, with the same numbers as a table behind a fold. */
export function RefusedHours({ slug, hours, range, zone }: RefusedHoursProps) {
  const t = useTranslations('notifications.refused');
  const shown = range === 'day' ? hours.slice(-DAY_HOURS) : hours;
  const bars = shown.map(({ hour, counts }) => ({ hour, count: alarming(counts) }));
  const max = Math.max(...bars.map(({ count }) => count));
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  const label = t('chart', { count: total, max, range: t(range) });
  const [first, last] = [shown[0], shown.at(-1)];
  return (
    <Section
      title={t('hours')}
      note={t('hoursNote')}
      actions={
        <span className="segmented" data-size="small">
          {(['day', 'week'] as const).map((name) => (
            <Link
              key={name}
              href={paths.notVerified(slug, name === 'day' ? {} : { range: name })}
              prefetch={false}
              scroll={false}
              aria-current={name === range ? 'true' : undefined}
            >
              {t(name)}
            </Link>
          ))}
        </span>
      }
    >
      <p className="text-ink-2 text-table mt-1 tabular-nums">{label}</p>
      {max > 0 && (
        <>
          <svg
            className="hour-chart mt-2"
            viewBox={`0 0 ${bars.length} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
          >
            <title>{label}</title>
            <line x1="0" x2={bars.length} y1={HEIGHT} y2={HEIGHT} />
            {bars.map(({ hour, count }, place) => (
              <rect
                key={hour}
                x={place + 0.15}
                width="0.7"
                y={HEIGHT - (count / max) * HEIGHT}
                height={(count / max) * HEIGHT}
              />
            ))}
          </svg>
          <p className="text-ink-3 text-small flex justify-between tabular-nums">
            <Hour hour={first?.hour} zone={zone} />
            <Hour hour={last?.hour} zone={zone} />
          </p>
        </>
      )}
      <div className="mt-2">
        <Details summary={t('table')}>
          <HourTable hours={shown} zone={zone} />
        </Details>
      </div>
    </Section>
  );
}

/** `2024-03-07 14:00`: an hour is a bucket, its seconds say nothing. */
function Hour({ hour, zone }: { hour: string | undefined; zone: string }) {
  if (hour === undefined) return null;
  const { day, time } = momentIn(new Date(hour), zone);
  return <time dateTime={hour}>{`${day} ${time.slice(0, 5)}`}</time>;
}

function HourTable({ hours, zone }: Pick<RefusedHoursProps, 'hours' | 'zone'>) {
  const t = useTranslations('notifications.refused');
  const filled = hours.filter(({ counts }) => Object.keys(counts).length > 0).reverse();
  if (filled.length === 0) return <p className="text-ink-2 text-table mt-1">{t('noHours')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div className="scroll-table mt-1" tabIndex={0}>
      <PlainTable caption={t('tableCaption')}>
        <thead>
          <tr>
            <th scope="col">{t('hour')}</th>
            {refusedCauses.map((cause) => (
              <th key={cause} scope="col" data-align="end">
                {t(`short.${cause}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {filled.map(({ hour, counts }) => (
            <tr key={hour}>
              <td>
                <Hour hour={hour} zone={zone} />
              </td>
              {refusedCauses.map((cause) => (
                <td key={cause} data-align="end">
                  {counts[cause] === undefined ? '' : formatCount(counts[cause])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  );
}
