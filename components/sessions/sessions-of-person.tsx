import { useTranslations } from 'next-intl';
import type { SessionView } from '@/lib/auth/view';
import { EmptyState } from '../ui/empty-state';
import { useDeviceName } from './device-name';
import { EndOfPerson } from './end-of-person';
import { SessionTable } from './session-table';

type SessionsOfPersonProps = {
  slug: string;
  person: { id: string; name: string };
  sessions: SessionView[];
  /** The reader may end them. */
  mayEnd: boolean;
  zone: string;
  now: Date;
};

/** Somebody's sessions, for whoever looks after the staff. */
export function SessionsOfPerson({ slug, person, sessions, mayEnd, ...times }: SessionsOfPersonProps) {
  const t = useTranslations('sessions');
  const device = useDeviceName();
  if (sessions.length === 0) {
    return (
      <div className="gutter py-4">
        <EmptyState kind="nothing-yet" icon="screen" title={t('none.title')}>
          <p>{t('none.how', { name: person.name })}</p>
        </EmptyState>
      </div>
    );
  }
  return (
    <SessionTable
      {...times}
      caption={t('titleOf', { name: person.name })}
      sessions={sessions}
      deed={
        mayEnd
          ? (session) => (
              <EndOfPerson slug={slug} person={person} session={{ id: session.id, device: device(session) }} />
            )
          : null
      }
    />
  );
}
