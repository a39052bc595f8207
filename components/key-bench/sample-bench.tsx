'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState, useTransition } from 'react';
import { ageOf } from '@/lib/i18n/format';
import { benchSampleAction } from '@/lib/key-bench/actions';
import type { BenchFinding, BenchReport } from '@/lib/key-bench/view';
import { CheckList } from '../data/check-list';
import { Field } from '../form/field';
import { Button } from '../ui/button';
import { FaultNotice, Notice } from '../ui/notice';

/** A sample notification, judged step by step by the very checks of the receiver. Nothing of it is kept. */
export function SampleBench({ connection }: { connection: string }) {
  const t = useTranslations('keyBench.sample');
  const body = useRef<HTMLTextAreaElement>(null);
  const headers = useRef<HTMLTextAreaElement>(null);
  const [report, setReport] = useState<BenchReport | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [pending, start] = useTransition();
  const judge = () =>
    start(async () => {
      const sample = { body: body.current?.value ?? '', headers: headers.current?.value ?? '' };
      const answer = await benchSampleAction({ connection, ...sample }).catch(() => null);
      setFailed(!answer?.ok);
      setReport(answer?.ok ? answer.value : null);
    });
  return (
    <div className="grid content-start gap-2">
      <h3 className="text-base font-semibold">{t('title')}</h3>
      <Field
        id="bench-body"
        name="body"
        apiName={null}
        label={t('body.label')}
        help={t('body.help')}
        error={null}
        isChanged={false}
      >
        {(control) => (
          <textarea {...control} ref={body} className="control mono" rows={7} spellCheck={false} autoComplete="off" />
        )}
      </Field>
      <Field
        id="bench-headers"
        name="headers"
        apiName={null}
        label={t('headers.label')}
        help={t('headers.help')}
        error={null}
        isChanged={false}
      >
        {(control) => (
          <textarea
            {...control}
            ref={headers}
            className="control mono"
            rows={4}
            spellCheck={false}
            autoComplete="off"
          />
        )}
      </Field>
      <div>
        <Button data-action="bench" icon="check" pending={pending} disabled={pending} onClick={judge}>
          {pending ? t('judging') : t('judge')}
        </Button>
      </div>
      {hasFailed && <FaultNotice>{t('failed')}</FaultNotice>}
      {report && <Report report={report} />}
    </div>
  );
}

function Report({ report: { findings, content } }: { report: BenchReport }) {
  const t = useTranslations('keyBench');
  const tAge = useTranslations('common.age.short');
  const ageIn = (seconds: number) => {
    const { unit, count } = ageOf(new Date(0), new Date(seconds * 1000));
    return tAge(unit, { count });
  };
  const withAge = (params: BenchFinding['params']) =>
    typeof params.seconds === 'number' ? { ...params, age: ageIn(params.seconds) } : params;
  const wrong = findings.filter(({ verdict }) => verdict === 'wrong').length;
  return (
    <div className="grid gap-3" role="status" data-bench={wrong === 0 ? 'ok' : 'wrong'}>
      <Notice tone={wrong === 0 ? 'approved' : 'rejected'} icon={wrong === 0 ? 'approved' : 'rejected'}>
        {t('verdict', { count: wrong })}
      </Notice>
      <CheckList
        words={{ ok: t('word.ok'), wrong: t('word.wrong'), note: t('word.note'), skipped: t('word.skipped') }}
        items={findings.map(({ step, verdict, say, params }) => ({
          key: step,
          verdict,
          title: t(`step.${step}`),
          sentence: verdict === 'skipped' ? t(`skipped.${say}`) : t(`say.${step}.${say}`, withAge(params)),
        }))}
      />
      {content.length > 0 && (
        <section>
          <h4 className="text-table font-semibold">{t('content.title')}</h4>
          <p className="text-ink-3 text-small">{t('content.explain')}</p>
          <dl className="content-list">
            {content.map(({ path, value }) => (
              <div key={path} className="contents">
                <dt className="mono">{path}</dt>
                <dd className="mono">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}
