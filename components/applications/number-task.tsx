import { useTranslations } from 'next-intl';
import type { SubMerchantView } from '@/lib/sub-merchants/view';
import { Timestamp } from '../data/timestamp';
import type { Words } from '../layout/words-for';
import { Section } from '../ui/section';
import { ReadByNumber } from './read-by-number';
import { RecordApplication } from './record-application';

type NumberTaskProps = {
  slug: string;
  record: SubMerchantView;
  zone: string;
  nowLocal: string;
  mayRecord: boolean;
  isReadingOn: boolean;
  words: { record: Words; read: Words };
};

/** The number of an application that nobody told us, which is needed to answer a rejection, and its three ways to be learnt. */
export function NumberTask({ slug, record, zone, nowLocal, mayRecord, isReadingOn, words }: NumberTaskProps) {
  const t = useTranslations('numberTask');
  const tRead = useTranslations('recordRead');
  const tRecord = useTranslations('recordApplication');
  const { askedAt } = record.h5;
  return (
    <Section title={t('title')}>
      <div className="rounded-3 border-line mt-2 border p-4" data-task="number-unknown">
        <p>
          {askedAt === null ? t('why') : t.rich('whyAsked', { time: () => <Timestamp at={askedAt} zone={zone} /> })}
        </p>
        <ol className="text-table mt-3 grid gap-3">
          <li>
            <b className="font-medium">{t('notification.title')}</b>{' '}
            <span className="text-ink-2">{t(askedAt === null ? 'notification.how' : 'notification.noCallback')}</span>
          </li>
          <li>
            <b className="font-medium">{t('byHand.title')}</b> <span className="text-ink-2">{t('byHand.how')}</span>
            {mayRecord && (
              <div className="mt-2">
                <RecordApplication
                  label={tRecord('labelNew')}
                  words={words.record}
                  connection={slug}
                  subMchid={record.subMchid}
                  name={record.name || record.subMchid}
                  applymentId={null}
                  zone={zone}
                  nowLocal={nowLocal}
                />
              </div>
            )}
          </li>
          <li>
            <b className="font-medium">{t('reading.title')}</b>{' '}
            <span className="text-ink-2">{t(isReadingOn ? 'reading.how' : 'reading.off')}</span>
            {mayRecord && isReadingOn && (
              <ReadByNumber
                connection={slug}
                subMchid={record.subMchid}
                labels={{ number: t('reading.number'), read: tRead('label'), pending: tRead('pending') }}
                words={words.read}
              />
            )}
          </li>
        </ol>
      </div>
    </Section>
  );
}
