import { useTranslations } from 'next-intl';
import type { RefusedSampleView } from '@/lib/notifications/view';
import { Timestamp } from '../data/timestamp';
import { Details } from '../ui/details';
import { Section } from '../ui/section';

/** The newest few of what was not believed: whence, how large, and the headers that explain it. Never a body. */
export function RefusedSamples({ samples, zone }: { samples: RefusedSampleView[]; zone: string }) {
  const t = useTranslations('notifications.refused');
  const tDoors = useTranslations('notifications.detail.doors');
  return (
    <Section title={t('samples')} note={t('samplesNote')}>
      {samples.length === 0 && <p className="text-ink-2 text-table mt-2">{t('noSamples')}</p>}
      <ul className="refused-samples mt-2">
        {samples.map((sample) => (
          <li key={sample.id} data-sample={sample.cause}>
            <p className="flex flex-wrap items-baseline gap-x-4">
              <Timestamp at={sample.at} zone={zone} />
              <b className="font-medium">{t(`by.${sample.cause}.label`)}</b>
              <span className="text-ink-2">
                {t('from')} {sample.ip === null ? t('unknownFrom') : <span className="mono">{sample.ip}</span>}
                {` · ${tDoors(sample.door)} · ${isUncounted(sample) ? t('sizeUnknown') : t('size', { size: sample.bodySize })}`}
              </span>
            </p>
            <Details summary={t('headersOf')}>
              <Headers sample={sample} />
            </Details>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Too large without a length that the sender claimed: it was not read to its end, so nobody knows how large. */
const isUncounted = ({ cause, bodySize }: RefusedSampleView) => cause === 'too-large' && bodySize === 0;

function Headers({ sample: { headers, bodySha256 } }: { sample: RefusedSampleView }) {
  const t = useTranslations('notifications.refused');
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (bodySha256 !== null) lines.push('', `SHA-256: ${bodySha256}`);
  if (lines.length === 0) return <p className="text-ink-2">{t('noHeaders')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <pre className="code-block mt-1" tabIndex={0} translate="no">
      {lines.join('\n')}
    </pre>
  );
}
