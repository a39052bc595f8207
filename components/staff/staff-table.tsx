import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { paths } from '@/lib/paths';
import type { StaffRow, WaitingInvitation } from '@/lib/staff/view';
import { RelativeAge, Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import { Badge } from '../ui/badge';
import { Cell, HeadCell, Table } from '../ui/table';
import type { ShownConnection } from './limit-field';
import type { ShownRole } from './roles-field';
import { StaffDeeds } from './staff-deeds';
import { StandingBadge } from './standing-badge';
import { Waiting } from './waiting';

type StaffTableProps = {
  slug: string;
  rows: StaffRow[];
  waiting: WaitingInvitation[];
  roles: ShownRole[];
  connections: readonly ShownConnection[];
  /** The reader may change staff; else the list is only read. */
  mayManage: boolean;
  isSingleAdministrator: boolean;
  /** The single administrator does alone what the first days allow. */
  mayActAlone: boolean;
  zone: string;
  now: Date;
};

/** Everybody, those first who can sign in; invitations that wait for an approval stand at the end. */
export function StaffTable(props: StaffTableProps) {
  const { slug, rows, waiting, roles, connections, zone, now } = props;
  const t = useTranslations('staff');
  const named = (held: readonly string[]) =>
    held.map((role) => roles.find(({ value }) => value === role)?.label ?? role).join(', ');
  return (
    <div className="shelf staff-list">
      <Table caption={t('title')}>
        <thead>
          <tr>
            <HeadCell>{t('column.person')}</HeadCell>
            <HeadCell>{t('column.roles')}</HeadCell>
            <HeadCell>{t('column.standing')}</HeadCell>
            <HeadCell giveWay={3}>{t('column.signedIn')}</HeadCell>
            {props.mayManage && <HeadCell isHidden>{t('column.deeds')}</HeadCell>}
          </tr>
        </thead>
        <tbody>
          {rows.map((person) => (
            <tr key={person.id} data-staff={person.email} data-standing={person.standing}>
              <Cell part="name">
                <Link
                  className="link font-medium"
                  href={paths.person(slug, person.id)}
                  prefetch={false}
                  data-row-link=""
                >
                  {person.name}
                </Link>
                {person.isSelf && <span className="text-ink-3"> {t('you')}</span>}
                <small title={person.email} translate="no">
                  {person.email}
                </small>
              </Cell>
              <td className="whitespace-normal">
                {named(person.roles)}
                <Limit limit={person.connectionLimit} connections={connections} />
              </td>
              <Cell part="state">
                <Standing slug={slug} person={person} zone={zone} />
                <span className="text-ink-3 w-full md:hidden">
                  {named(person.roles)}
                  <Limit limit={person.connectionLimit} connections={connections} />
                </span>
              </Cell>
              <Cell giveWay={3}>
                {person.lastSignedInAt === null ? (
                  <Unheld reason={t('neverSignedIn')} />
                ) : (
                  <>
                    <Timestamp at={person.lastSignedInAt} zone={zone} show="day" />
                    <small className="block">
                      <RelativeAge at={person.lastSignedInAt} now={now} form="long" />
                    </small>
                  </>
                )}
              </Cell>
              {props.mayManage && (
                <Cell part="deeds">
                  {person.mayChange && (
                    <StaffDeeds
                      slug={slug}
                      person={person}
                      roles={roles}
                      connections={connections}
                      zone={zone}
                      isSingleAdministrator={props.isSingleAdministrator}
                      mayActAlone={props.mayActAlone}
                    />
                  )}
                </Cell>
              )}
            </tr>
          ))}
          {waiting.map((invitation) => (
            <tr key={invitation.approvalId} data-staff={invitation.email} data-standing="waiting">
              <Cell part="name">
                <b className="font-medium">{invitation.name}</b>
                <small title={invitation.email} translate="no">
                  {invitation.email}
                </small>
              </Cell>
              <td />
              <Cell part="state">
                <Badge icon="review">{t('standing.waiting')}</Badge>
                <Waiting slug={slug} change={invitation} />
              </Cell>
              <Cell giveWay={3} />
              {props.mayManage && <Cell part="deeds" />}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** Where a person's rights end; nothing for who works under every connection. */
function Limit({ limit, connections }: { limit: string[] | null; connections: readonly ShownConnection[] }) {
  const t = useTranslations('staff.limit');
  const format = useFormatter();
  if (limit === null) return null;
  const names = limit.map((id) => connections.find((one) => one.id === id)?.name ?? t('gone'));
  return (
    <small className="block" data-limit="">
      {t('only', { names: format.list(names, { type: 'conjunction' }) })}
    </small>
  );
}

function Standing({ slug, person, zone }: { slug: string; person: StaffRow; zone: string }) {
  const t = useTranslations('staff');
  const { standing, link, waiting } = person;
  return (
    <>
      <StandingBadge standing={standing} />
      {standing === 'active' && (
        <small className="text-ink-3 block w-full" data-second-factor={person.hasSecondFactor}>
          {t(person.hasSecondFactor ? 'secondFactor' : 'noSecondFactor')}
        </small>
      )}
      {link && (
        <small className="block w-full">
          {t.rich(`linkUntil.${link.kind}`, { time: () => <Timestamp at={link.expiresAt} zone={zone} /> })}
        </small>
      )}
      {standing === 'invited' && !link && <small className="late block w-full">{t('linkOver')}</small>}
      {waiting.map((change) => (
        <Waiting key={change.approvalId} slug={slug} change={change} />
      ))}
    </>
  );
}
