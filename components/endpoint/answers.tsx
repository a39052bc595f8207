import { useTranslations } from 'next-intl';
import type { AnswerTimes, EndpointView, StepCount } from '@/lib/endpoint/view';
import { formatCount } from '@/lib/i18n/format';
import { Unheld } from '../data/unheld';
import { PlainTable } from '../ui/table';

function Ms({ ms }: { ms: number | null }) {
  const t = useTranslations('endpoint.times');
  return ms === null ? <Unheld reason={t('none')} /> : t('ms', { ms: ms < 10 ? ms.toFixed(1) : Math.round(ms) });
}

function Span({ times }: { times: AnswerTimes }) {
  return (
    <>
      <td data-align="end">{formatCount(times.count)}</td>
      <td data-align="end">
        <Ms ms={times.p50Ms} />
      </td>
      <td data-align="end">
        <Ms ms={times.p95Ms} />
      </td>
    </>
  );
}

/** How long our answers took: to our own tests, network included, and to what the platform delivered. */
export function TimesTable({ times }: { times: EndpointView['times'] }) {
  const t = useTranslations('endpoint.times');
  return (
    <PlainTable caption={t('title')}>
      <thead>
        <tr>
          <th scope="col" rowSpan={2}>
            {t('what')}
          </th>
          <th scope="colgroup" colSpan={3} data-align="end">
            {t('day')}
          </th>
          <th scope="colgroup" colSpan={3} data-align="end">
            {t('week')}
          </th>
        </tr>
        <tr>
          {(['day', 'week'] as const).map((span) => (
            <TimesHeads key={span} />
          ))}
        </tr>
      </thead>
      <tbody>
        {(['tests', 'deliveries'] as const).map((what) => (
          <tr key={what}>
            <th scope="row">{t(what)}</th>
            <Span times={times[what].day} />
            <Span times={times[what].week} />
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}

function TimesHeads() {
  const t = useTranslations('endpoint.times');
  return (
    <>
      <th scope="col" data-align="end">
        {t('count')}
      </th>
      <th scope="col" data-align="end">
        p50
      </th>
      <th scope="col" data-align="end">
        p95
      </th>
    </>
  );
}

/** How far messages came, step by step, and why those ended that did not come through. */
export function LadderTable({ steps }: { steps: StepCount[] }) {
  const t = useTranslations('endpoint.ladder');
  const cause = (name: string) => (t.has(`cause.${name}`) ? t(`cause.${name}`) : name);
  return (
    <PlainTable caption={t('title')}>
      <thead>
        <tr>
          <th scope="col">{t('step')}</th>
          <th scope="col" data-align="end">
            {t('passed')}
          </th>
          <th scope="col">{t('ended')}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ step, passed, ended }) => (
          <tr key={step} data-step={step}>
            <th scope="row">{t(`name.${step}`)}</th>
            <td data-align="end">{formatCount(passed)}</td>
            <td className="whitespace-normal">
              {ended
                .map(({ cause: name, count }) => t('one', { count: formatCount(count), cause: cause(name) }))
                .join(' · ')}
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
