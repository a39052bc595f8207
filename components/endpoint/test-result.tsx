import { useTranslations } from 'next-intl';
import type { EndpointTestView } from '@/lib/endpoint/view';
import { CheckList } from '../data/check-list';
import { RelativeAge, Timestamp } from '../data/timestamp';
import { Badge } from '../ui/badge';

type TestResultProps = { test: EndpointTestView; zone: string; now: Date };

/** What the last look at the endpoint saw, check by check. */
export function TestResult({ test, zone, now }: TestResultProps) {
  const t = useTranslations('endpoint.test');
  const said = (detail: string) => (t.has(`cause.${detail}`) ? t(`cause.${detail}`) : detail);
  const verdictOf = (ok: boolean | null) => (ok === null ? 'skipped' : ok ? 'ok' : 'wrong');
  return (
    <div data-self-test={test.result}>
      <p className="text-table flex flex-wrap items-center gap-x-3 gap-y-1 pb-2">
        <Badge
          tone={test.result === 'passed' ? 'approved' : 'rejected'}
          icon={test.result === 'passed' ? 'approved' : 'rejected'}
        >
          {t(`result.${test.result}`)}
        </Badge>
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
