import { useFormatter, useTranslations } from 'next-intl';
import type { Permission } from '@/lib/auth/permissions';
import { mayGrant } from '@/lib/auth/permissions';
import type { RoleRow, WaitingRole } from '@/lib/staff/view';
import { Badge } from '../ui/badge';
import { Cell, HeadCell, Table } from '../ui/table';
import { RemoveRole } from './remove-role';
import type { OwnRoleRow } from './role-form';
import { RoleForm } from './role-form';
import { Waiting } from './waiting';

type OwnRolesProps = {
  slug: string;
  roles: readonly RoleRow[];
  waiting: readonly WaitingRole[];
  /** What the reader holds. */
  held: readonly Permission[];
  /** The reader may change roles now: there is a second administrator to agree. */
  mayChange: boolean;
};

const isOwn = (role: RoleRow): role is OwnRoleRow => role.name !== null && role.revision !== null;

/** The roles that the institution made: who holds each, what waits for approval, and what can be done. */
export function OwnRoles({ slug, roles, waiting, held, mayChange }: OwnRolesProps) {
  const t = useTranslations('staff.own');
  const tRows = useTranslations('policies.row');
  const format = useFormatter();
  const own = roles.filter(isOwn);
  if (own.length + waiting.length === 0) return <p className="gutter text-ink-3 pb-4">{t('none')}</p>;
  return (
    <div className="staff-list pb-6">
      <Table caption={t('title')}>
        <thead>
          <tr>
            <HeadCell>{t('column.name')}</HeadCell>
            <HeadCell>{t('column.rights')}</HeadCell>
            <HeadCell>{t('column.used')}</HeadCell>
            {mayChange && <HeadCell isHidden>{t('column.deeds')}</HeadCell>}
          </tr>
        </thead>
        <tbody>
          {own.map((role) => (
            <tr key={role.key} data-role={role.key}>
              <Cell part="name">
                <b className="font-medium">{role.name}</b>{' '}
                <code className="api-name" translate="no">
                  {role.key}
                </code>
                {role.description !== '' && <small title={role.description}>{role.description}</small>}
              </Cell>
              <td>{t('rights', { count: role.permissions.length })}</td>
              <Cell part="state">
                <span title={format.list(role.holders, { type: 'conjunction' })}>
                  {t('people', { count: role.holders.length })}
                </span>
                {role.approves.length > 0 && (
                  <small className="block w-full">{t('rows', { count: role.approves.length })}</small>
                )}
                {role.waiting.map((change) => (
                  <Waiting key={change.approvalId} slug={slug} change={change} />
                ))}
              </Cell>
              {mayChange && (
                <Cell part="deeds">
                  {mayGrant(held, role.permissions) && (
                    <span className="inline-flex gap-1 max-md:flex-col">
                      <RoleForm slug={slug} held={held} role={role} />
                      <RemoveRole
                        slug={slug}
                        role={role}
                        approves={role.approves.map((key) => tRows(`${key}.title`))}
                      />
                    </span>
                  )}
                </Cell>
              )}
            </tr>
          ))}
          {waiting.map((change) => (
            <tr key={change.approvalId} data-role={change.key} data-waits="">
              <Cell part="name">
                <b className="font-medium">{change.name}</b>{' '}
                <code className="api-name" translate="no">
                  {change.key}
                </code>
              </Cell>
              <td />
              <Cell part="state">
                <Badge icon="review">{t('waitsToBeMade')}</Badge>
                <Waiting slug={slug} change={change} />
              </Cell>
              {mayChange && <Cell part="deeds" />}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
