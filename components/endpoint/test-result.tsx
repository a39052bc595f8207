import { useTranslations } from 'next-intl';
import type { EndpointTestView } from '@/lib/endpoint/view';
import { CheckList } from '../data/check-list';
import { RelativeAge, Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import { Badge } from '../ui/badge';
import { PlainTable } from '../ui/table';

type TestResultProps = { test: EndpointTestView; zone: string; now: Date };

/** What the last look at the endpoint saw, check by check. */
export function TestResult({ test, zone, now }: TestResultProps) {
  const t = useTranslations('endpoint.test');
  const said = (detail: string) => (t.has(`cause.${detail}`) ? t(`cause.${detail}`) : detail);
  const verdictOf = (ok: boolean | null) => (ok === null ? 'skipped' : ok ? 'ok' : 'wrong');
  return (
    <div data-self-test={test.result}>
      <p className="text-table flex flex-wrap items-center gap-x-3 gap-y-1 pb-2">
        <ResultBadge result={test.result} />
        <Timestamp at={test.at} zone={zone} />
        <span className="text-ink-3">
          <RelativeAge at={test.at} now={now} form="long" /> {'·'} {t(`how.${test.how}`)}
        </span>
      </p>
      <CheckList
        words={{ ok: t('word.ok'), wrong: t('word.wrong'), note: t('word.ok'), skipped: t('word.skipped') }}
        items={test.checks.map(({ check, ok, detail }) => {
          const verdict = verdictOf(ok);
          return {
            key: check,
            verdict,
            title: t(`check.${check}`),
            sentence: t(`say.${check}.${verdict}`, { detail: said(detail) }),
          };
        })}
      />
    </div>
  );
}

function ResultBadge({ result }: Pick<EndpointTestView, 'result'>) {
  const t = useTranslations('endpoint.test.result');
  const look = result === 'passed' ? 'approved' : 'rejected';
  return (
    <Badge tone={look} icon={look}>
      {t(result)}
    </Badge>
  );
}

/** The looks before the last one, in short. */
export function EarlierTests({ tests, zone }: { tests: EndpointTestView[]; zone: string }) {
  const t = useTranslations('endpoint.test');
  return (
    <PlainTable caption={t('earlier.title')}>
      <thead>
        <tr>
          <th scope="col">{t('earlier.at')}</th>
          <th scope="col">{t('earlier.result')}</th>
          <th scope="col" data-align="end">
            {t('earlier.took')}
          </th>
          <th scope="col">{t('earlier.how')}</th>
          <th scope="col">{t('earlier.failed')}</th>
        </tr>
      </thead>
      <tbody>
        {tests.map(({ at, result, tookMs, how, checks }) => (
          <tr key={at}>
            <td>
              <Timestamp at={at} zone={zone} />
            </td>
            <td>
              <ResultBadge result={result} />
            </td>
            <td data-align="end">
              {tookMs === null ? <Unheld reason={t('earlier.noAnswer')} /> : t('earlier.ms', { ms: tookMs })}
            </td>
            <td>{t(`how.${how}`)}</td>
            <td className="whitespace-normal">
              {checks.flatMap(({ check, ok }) => (ok === false ? [t(`check.${check}`)] : [])).join(' · ')}
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
