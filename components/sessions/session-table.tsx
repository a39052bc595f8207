import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { SessionView } from '@/lib/auth/view';
import { RelativeAge, Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import { Badge } from '../ui/badge';
import { Cell, HeadCell, Table } from '../ui/table';
import { useDeviceName } from './device-name';

type SessionTableProps = {
  caption: string;
  sessions: SessionView[];
  zone: string;
  now: Date;
  /** What may be done about one that stands; null shows no such column. */
  deed: ((session: SessionView) => ReactNode) | null;
};

/** Sessions of one person: those that stand first, with what may be done about them. */
export function SessionTable({ caption, sessions, zone, now, deed }: SessionTableProps) {
  const t = useTranslations('sessions');
  const device = useDeviceName();
  return (
    <div className="shelf">
      <Table caption={caption}>
        <thead>
          <tr>
            <HeadCell>{t('column.device')}</HeadCell>
            <HeadCell>{t('column.state')}</HeadCell>
            <HeadCell giveWay={3}>{t('column.began')}</HeadCell>
            <HeadCell>{t('column.seen')}</HeadCell>
            {deed && <HeadCell isHidden>{t('column.deeds')}</HeadCell>}
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <tr key={session.id} data-session={session.id} data-ended={session.ended?.cause}>
              <Cell part="name">
                <b className="font-medium">{device(session)}</b>
                <small>
                  {t(`how.${session.how}`)}
                  {' · '}
                  {session.ip === null ? (
                    <Unheld reason={t('addressUnknown')} />
                  ) : (
                    <span className="id" title={t('column.address')}>
                      {session.ip}
                    </span>
                  )}
                </small>
              </Cell>
              <Cell part="state">
                <State session={session} zone={zone} />
              </Cell>
              <Cell giveWay={3} part="detail" label={t('column.began')}>
                <Timestamp at={session.beganAt} zone={zone} />
              </Cell>
              <Cell part="detail" label={t('column.seen')}>
                <Timestamp at={session.seenAt} zone={zone} />
                <small className="block">
                  <RelativeAge at={session.seenAt} now={now} form="long" />
                </small>
              </Cell>
              {deed && <Cell part="deeds">{session.ended === null && !session.isThis && deed(session)}</Cell>}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function State({ session: { ended, isThis }, zone }: { session: SessionView; zone: string }) {
  const t = useTranslations('sessions');
  if (ended === null) {
    return isThis ? (
      <Badge icon="check" tone="approved">
        {t('this')}
      </Badge>
    ) : (
      <Badge icon="circle">{t('stands')}</Badge>
    );
  }
  const cause = ended.cause === 'by-hand' && ended.by === null ? 'over' : ended.cause;
  return (
    <>
      <Badge icon="leave">{t('ended')}</Badge>
      <small className="block w-full">
        {t.rich(`endedBecause.${cause}`, {
          by: ended.by ?? '',
          time: () => <Timestamp at={ended.at} zone={zone} />,
        })}
      </small>
    </>
  );
}
