import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import type { PendingApproval } from '@/lib/approvals/view';
import { paths } from '@/lib/paths';
import type { OwnApprover, PolicyView } from '@/lib/policies/view';
import { Unheld } from '../data/unheld';
import { Badge } from '../ui/badge';
import { HeadCell, Table } from '../ui/table';
import { ChangePolicy } from './change-policy';

type PolicyTableProps = {
  slug: string;
  rows: PolicyView[];
  /** Changes of rows that wait for a second administrator. */
  waiting: PendingApproval[];
  mayManage: boolean;
  ownRoles: readonly OwnApprover[];
};

/** The policy row by row: who approves, how many, with what proof, for how long, and whether anybody could today. */
export function PolicyTable({ slug, rows, waiting, mayManage, ownRoles }: PolicyTableProps) {
  const t = useTranslations('policies');
  return (
    <div className="policy-list">
      <Table caption={t('caption')}>
        <thead>
          <tr>
            <HeadCell>{t('column.what')}</HeadCell>
            <HeadCell>{t('column.people')}</HeadCell>
            <HeadCell>{t('column.stepUp')}</HeadCell>
            <HeadCell>{t('column.times')}</HeadCell>
            <HeadCell>{t('column.who')}</HeadCell>
            {mayManage && <HeadCell isHidden>{t('column.deeds')}</HeadCell>}
          </tr>
        </thead>
        <tbody>
          {rows.map((view) => (
            <Row
              key={view.key}
              slug={slug}
              view={view}
              waiting={waiting.find(({ objectId }) => objectId === view.key) ?? null}
              mayManage={mayManage}
              ownRoles={ownRoles}
            />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

type RowProps = Pick<PolicyTableProps, 'slug' | 'mayManage' | 'ownRoles'> & {
  view: PolicyView;
  waiting: PendingApproval | null;
};

function Row({ slug, view, waiting, mayManage, ownRoles }: RowProps) {
  const t = useTranslations('policies');
  const roles = useRoles(ownRoles);
  const { key, row, isChanged, isSatisfiable } = view;
  const title = t(`row.${key}.title`);
  return (
    <tr data-policy={key} data-satisfiable={isSatisfiable}>
      <td data-cell="name">
        <b className="font-medium">{title}</b>
        {isChanged && <span className="text-ink-3"> {t('changed')}</span>}
        <Nature view={view} />
        {waiting && (
          <Badge tone="review" icon="review">
            <Link className="hover:underline" href={paths.approval(slug, waiting.id)} prefetch={false}>
              {t('waiting', { by: waiting.askedBy })}
            </Link>
          </Badge>
        )}
      </td>
      <td data-label={t('column.people')}>
        {row.people === 1 ? (
          t('onePerson')
        ) : (
          <>
            <b className="font-medium">{t('people', { people: row.people })}</b>
            <small>{t('approvedBy', { roles: roles(row.approvers) })}</small>
          </>
        )}
      </td>
      <td data-label={t('column.stepUp')}>{t(`stepUp.${row.stepUp}`)}</td>
      <td data-label={t('column.times')} data-part="times">
        <Times view={view} />
      </td>
      <td data-label={t('column.who')} data-part="who">
        <Who view={view} slug={slug} ownRoles={ownRoles} />
      </td>
      {mayManage && (
        <td data-cell="deeds">
          <ChangePolicy
            connection={slug}
            policyKey={key}
            title={title}
            row={row}
            nature={view.nature}
            ownRoles={ownRoles}
            isWaiting={waiting !== null}
          />
        </td>
      )}
    </tr>
  );
}

/** What no change touches. */
function Nature({ view: { key, nature } }: { view: PolicyView }) {
  const t = useTranslations('policies.nature');
  const fixed = [
    nature.leastPeople > 1 && t('leastPeople', { people: nature.leastPeople }),
    nature.fixedApprovers !== null && t('fixed'),
    nature.evidence && t('evidence'),
    nature.callBack && t('callBack'),
    nature.firstDays && t('firstDays'),
  ].filter((words) => words !== false);
  if (fixed.length === 0) return null;
  return <small data-nature={key}>{fixed.join(' · ')}</small>;
}

/** How long it holds, what has to pass, how often; what does not apply is left out. */
function Times({ view: { row } }: { view: PolicyView }) {
  const t = useTranslations('policies');
  const lines = [
    row.people > 1 && t('expires', { hours: row.expiryHours }),
    row.coolOffHours > 0 && t('coolOff', { hours: row.coolOffHours }),
    row.dailyCap !== null && t('cap', { cap: row.dailyCap }),
  ].filter((words) => words !== false);
  if (lines.length === 0) return <Unheld reason={t('noTimes')} />;
  return lines.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));
}

/** Who could approve it today, by name; in red, with what to do, where that is not enough. */
function Who({ view, slug, ownRoles }: Pick<RowProps, 'view' | 'slug' | 'ownRoles'>) {
  const t = useTranslations('policies');
  const format = useFormatter();
  const roles = useRoles(ownRoles);
  const { row, could, isSatisfiable, nature } = view;
  if (row.people === 1) return <span className="text-ink-3">{t('nobodyNeeded')}</span>;
  const names = could.length > 0 && <span>{format.list(could, { type: 'conjunction' })}</span>;
  if (isSatisfiable) return names || <span className="text-ink-2">{t('alone')}</span>;
  return (
    <span className="policy-red" role="note">
      <b>{t('nobodyCould')}</b>
      <span>
        {nature.approversOnly || could.length > 0
          ? t('more', { people: row.people, roles: roles(row.approvers) })
          : t('none', { roles: roles(row.approvers) })}{' '}
        <Link className="link" href={paths.staff(slug)} prefetch={false}>
          {t('toStaff')}
        </Link>
      </span>
      {names && <small>{t('today', { names: format.list(could, { type: 'conjunction' }) })}</small>}
    </span>
  );
}

/** Roles by name, any of which is enough. */
function useRoles(ownRoles: readonly OwnApprover[]): (roles: readonly string[]) => string {
  const t = useTranslations('audit.role');
  const format = useFormatter();
  return (held) =>
    format.list(
      held.map((role) => (t.has(role) ? t(role) : (ownRoles.find(({ key }) => key === role)?.name ?? role))),
      { type: 'disjunction' },
    );
}
