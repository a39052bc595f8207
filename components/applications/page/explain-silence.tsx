import { useTranslations } from 'next-intl';
import type { Silence } from '@/lib/applications/explain';
import { formatTimestamp } from '@/lib/i18n/format';
import type { CheckVerdict } from '../../data/check-list';
import { CheckList } from '../../data/check-list';
import { CopyButton } from '../../data/copy-button';
import { Section } from '../../ui/section';

const marks = { yes: 'ok', no: 'wrong', unknown: 'skipped' } as const satisfies Record<string, CheckVerdict>;

type ExplainSilenceProps = {
  silence: Silence;
  zone: string;
};

/** Why no notification came: one sentence to pass on, and every check that it rests on. */
export function ExplainSilence({ silence, zone }: ExplainSilenceProps) {
  const t = useTranslations('silence');
  const tStates = useTranslations('states');
  const tCopy = useTranslations('common.copy');
  /** Moments in the reader's zone, states in words; the rest as it is. */
  const said = (params: Record<string, string | number>) =>
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => {
        if (name === 'at' || name === 'until') return [name, formatTimestamp(new Date(value), zone)];
        if (name === 'state') {
          const words = tStates.has(`${value}.label`) ? `${value}.label` : 'unheld.label';
          return [name, tStates(words)];
        }
        return [name, value];
      }),
    );
  const { finding } = silence;
  const sentence = t(`finding.${finding.key}`, said(finding.params));
  return (
    <div className="gutter max-w-240 pb-8">
      <Section title={t('title')} actions={<CopyButton value={sentence} label={tCopy('label')} done={tCopy('done')} />}>
        <p className="rounded-3 border-line bg-sunken mt-2 border p-4" data-finding={finding.key}>
          {sentence}
        </p>
        <p className="text-ink-2 text-table mt-2">{t(`advice.${finding.key}`)}</p>
      </Section>
      <Section title={t('checks')} note={t('checksNote')}>
        <div className="mt-2">
          <CheckList
            words={{
              ok: t('verdict.yes'),
              wrong: t('verdict.no'),
              note: t('verdict.unknown'),
              skipped: t('verdict.unknown'),
            }}
            items={silence.checks.map(({ check, verdict, params }) => ({
              key: check,
              // That a message came is what is asked about: without one nothing is wrong yet.
              verdict: check === 'came' && verdict === 'no' ? 'skipped' : marks[verdict],
              title: t(`check.${check}.title`),
              sentence: t(`check.${check}.${verdict}`, said(params)),
            }))}
          />
        </div>
      </Section>
    </div>
  );
}
