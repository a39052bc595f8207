import { useTranslations } from 'next-intl';
import type { RequestTryView } from '@/lib/requests/view';
import { Timestamp } from '../data/timestamp';
import { Badge } from '../ui/badge';
import { Details } from '../ui/details';
import { Icon } from '../ui/icon';
import { Section } from '../ui/section';

type TryListProps = { tries: RequestTryView[]; zone: string };

/** A JSON body on several lines; what is no JSON stays as it came. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Every time the stored bytes left: when, how long, what came back, whose signature, and that the bytes were the same. */
export function TryList({ tries, zone }: TryListProps) {
  const t = useTranslations('requests.tries');
  return (
    <Section title={t('title')} note={t('count', { count: tries.length })}>
      {tries.length === 0 && <p className="text-ink-2 text-table mt-2">{t('none')}</p>}
      <ol className="mt-2 grid gap-3">
        {tries.map((one) => (
          <li key={one.number} className="rounded-3 border-line text-table border px-4 py-3" data-try={one.number}>
            <Try one={one} zone={zone} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Try({ one, zone }: { one: RequestTryView; zone: string }) {
  const t = useTranslations('requests.tries');
  const tNoAnswer = useTranslations('requests.noAnswer');
  const tSignature = useTranslations('requests.signature');
  const tMeanings = useTranslations('meanings');
  const tOutcomes = useTranslations('outcomes');
  const isAnswered = one.httpStatus !== null;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <b>{t('number', { number: one.number })}</b>
        <Timestamp at={one.startedAt} zone={zone} />
        <span className="text-ink-2 tabular-nums">
          {one.tookMs === null ? t('open') : t('took', { seconds: (one.tookMs / 1000).toFixed(1) })}
        </span>
        <span className="inline-flex items-center gap-1">
          {one.number === 1 ? (
            <span className="text-ink-3">{t('first')}</span>
          ) : one.identical ? (
            <>
              <Icon name="check" size="small" className="text-approved-edge" />
              {t('identical')}
            </>
          ) : (
            <Badge tone="rejected" icon="warning">
              {t('different')}
            </Badge>
          )}
        </span>
        {one.outcome !== null && <span className="text-ink-2 ml-auto">{tOutcomes(`${one.outcome}.word`)}</span>}
      </div>
      <dl className="facts mt-2">
        <dt>{t('answer')}</dt>
        <dd>
          {isAnswered && (
            <>
              <span className="tabular-nums">{one.httpStatus}</span> <span className="mono">{one.code}</span>
            </>
          )}
          {!isAnswered && (one.noAnswer === null ? t('waiting') : tNoAnswer(one.noAnswer))}
        </dd>
        {one.message !== null && (
          <>
            <dt>{t('said')}</dt>
            <dd translate="no">{one.message}</dd>
          </>
        )}
        {one.signature !== null && (
          <>
            <dt>{t('signature')}</dt>
            <dd>{tSignature(one.signature)}</dd>
          </>
        )}
        {one.meaning !== null && (
          <>
            <dt>{t('meaning')}</dt>
            <dd>
              {tMeanings.has(`${one.meaning}.title`) && `${tMeanings(`${one.meaning}.title`)} `}
              <span className="mono text-ink-3">{one.meaning}</span>
            </dd>
          </>
        )}
        {one.platformRequestId !== null && (
          <>
            <dt>{t('platformId')}</dt>
            <dd className="mono">{one.platformRequestId}</dd>
          </>
        )}
      </dl>
      {one.answer !== null && (
        <div className="mt-2">
          <Details summary={t('raw')}>
            {one.answer === '' ? (
              <p className="text-ink-2 mt-1">{t('emptyBody')}</p>
            ) : (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
              <pre className="code-block mt-1" tabIndex={0} translate="no">
                {pretty(one.answer)}
              </pre>
            )}
          </Details>
        </div>
      )}
    </>
  );
}
