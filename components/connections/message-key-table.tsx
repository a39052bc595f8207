import { useTranslations } from 'next-intl';
import { lastMoment } from '@/lib/connections/rules';
import type { MessageKeyView } from '@/lib/connections/view';
import { formatCount } from '@/lib/i18n/format';
import { RelativeAge, Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import type { Tone } from '../ui/badge';
import { Badge } from '../ui/badge';
import { Cell, HeadCell, Table } from '../ui/table';
import { MessageKeyDeeds } from './message-key-deeds';

type MessageKeyTableProps = {
  connection: string;
  keys: MessageKeyView[];
  zone: string;
  now: Date;
  /** Today in the reader's zone, YYYY-MM-DD. */
  today: string;
};

/** The keys that are tried on what arrives, in the order in which they are tried. */
export function MessageKeyTable({ connection, keys, zone, now, today }: MessageKeyTableProps) {
  const t = useTranslations('messageKeys');
  return (
    <div className="shelf">
      <Table caption={t('title')}>
        <thead>
          <tr>
            <HeadCell>{t('column.key')}</HeadCell>
            <HeadCell>{t('column.fingerprint')}</HeadCell>
            <HeadCell giveWay={3}>{t('column.added')}</HeadCell>
            <HeadCell>{t('column.ends')}</HeadCell>
            <HeadCell giveWay={2}>{t('column.used')}</HeadCell>
            <HeadCell align="end" giveWay={2}>
              {t('column.opened')}
            </HeadCell>
            <HeadCell>{t('column.state')}</HeadCell>
            <HeadCell isHidden>{t('column.deeds')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.id ?? key.place} messageKey={key} zone={zone} now={now}>
              {key.id !== null && (
                <MessageKeyDeeds
                  connection={connection}
                  id={key.id}
                  fingerprint={key.fingerprint}
                  note={key.note}
                  endsAt={key.endsAt}
                  today={today}
                  zone={zone}
                />
              )}
            </KeyRow>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

type KeyRowProps = { messageKey: MessageKeyView; zone: string; now: Date; children: React.ReactNode };

function KeyRow({ messageKey, zone, now, children }: KeyRowProps) {
  const t = useTranslations('messageKeys');
  const { place, fingerprint, note, addedAt, addedBy, endsAt, hasEnded, lastUsedAt, listedAs, openedLately } =
    messageKey;
  const tone: Tone = hasEnded ? 'none' : 'approved';
  return (
    <tr data-key={fingerprint}>
      <Cell part="name">
        <b className="font-medium">{t(`place.${place}`)}</b>
        <small title={note}>{place === 'added' ? note : t(`setting.${place}`)}</small>
        {listedAs !== null && <small data-listed-as={listedAs}>{t(`listedAs.${listedAs}`)}</small>}
      </Cell>
      <Cell part="id">
        <span className="mono" translate="no">
          {fingerprint}
        </span>
      </Cell>
      <Cell giveWay={3}>
        {addedAt === null ? (
          <span className="text-ink-3">{t('configured')}</span>
        ) : (
          <>
            <Timestamp at={addedAt} zone={zone} show="day" />
            <small className="block">{addedBy}</small>
          </>
        )}
      </Cell>
      <Cell part="detail" label={t('column.ends')}>
        <span>
          {endsAt === null ? (
            <span className="text-ink-3">{t(place === 'added' ? 'untilRemoved' : 'untilChanged')}</span>
          ) : (
            <>
              <Timestamp at={lastMoment(endsAt)} zone={zone} show="day" />
              {!hasEnded && (
                <small className="block">
                  <RelativeAge at={endsAt} now={now} form="long" />
                </small>
              )}
            </>
          )}
        </span>
      </Cell>
      <Cell giveWay={2} part="detail" label={t('column.used')}>
        {lastUsedAt === null ? (
          <Unheld reason={t('neverUsed')} />
        ) : (
          <RelativeAge at={lastUsedAt} now={now} form="long" />
        )}
      </Cell>
      <Cell align="end" giveWay={2}>
        {listedAs === null ? formatCount(openedLately) : <Unheld reason={t(`listedAs.${listedAs}`)} />}
      </Cell>
      <Cell part="state">
        <Badge tone={tone} icon={hasEnded ? 'none' : 'approved'}>
          {t(hasEnded ? 'state.ended' : 'state.tried')}
        </Badge>
      </Cell>
      <Cell part="deeds">{children}</Cell>
    </tr>
  );
}
