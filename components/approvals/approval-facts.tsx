import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import type { ApprovalDetail } from '@/lib/approvals/view';
import { paths } from '@/lib/paths';
import { Id } from '../data/id';
import { Timestamp } from '../data/timestamp';
import { Facts } from '../ui/facts';
import { Notice } from '../ui/notice';
import { Section } from '../ui/section';
import { SealHash } from './seal-hash';
import { useObjectName } from './use-deed-sentence';

type ApprovalFactsProps = { slug: string; approval: ApprovalDetail; zone: string };

/** Where the object of an approval has a page of its own. */
const pageOf = (slug: string, { objectKind, objectId }: ApprovalDetail): string | null => {
  if (objectKind === 'policy' || objectKind === 'charge-limit') return paths.policies(slug);
  if (objectKind === 'retention' || objectKind === 'legal-hold') return paths.retention(slug);
  return paths.object(slug, objectKind, objectId);
};

/** What it is about and what it is held to: makers, times, seal, version, policy. */
export function ApprovalFacts({ slug, approval, zone }: ApprovalFactsProps) {
  const t = useTranslations('approvals.page');
  const format = useFormatter();
  const nameOf = useObjectName();
  const roles = useRoleList();
  const { policy } = approval;
  const href = pageOf(slug, approval);
  const name = nameOf(approval);
  return (
    <>
      <Section title={t('facts')}>
        <div className="mt-2">
          <Facts
            facts={[
              {
                term: t('object'),
                value: href ? (
                  <Link className="link" href={href} prefetch={false}>
                    {name}
                  </Link>
                ) : (
                  name
                ),
              },
              { term: t('objectId'), value: <Id value={approval.shownId} copy /> },
              { term: t('makers'), value: format.list(approval.makers, { type: 'conjunction' }) },
              { term: t('askedAt'), value: <Timestamp at={approval.askedAt} zone={zone} /> },
              { term: t('expiresAt'), value: <Timestamp at={approval.expiresAt} zone={zone} /> },
              {
                term: t('seal'),
                value: <SealHash value={approval.seal} />,
              },
              {
                term: t('recordVersion'),
                value: approval.recordVersion === 'absent' ? t('absent') : approval.recordVersion,
              },
              approval.replaces === null
                ? null
                : {
                    term: t('earlier'),
                    value: (
                      <Link className="link" href={paths.approval(slug, approval.replaces)} prefetch={false}>
                        {t('earlierOpen')}
                      </Link>
                    ),
                  },
            ]}
          />
        </div>
      </Section>
      <Section title={t('policy')}>
        <ul className="text-table mt-2 grid gap-1">
          <li>{t('needed', { needed: approval.needed, roles: roles(policy.approvers) })}</li>
          <li>{t(`stepUp.${policy.stepUp}`)}</li>
          {policy.coolOffHours > 0 && <li>{t('coolOff', { hours: policy.coolOffHours })}</li>}
        </ul>
      </Section>
      {approval.state === 'pending' && approval.couldApprove.length > 0 && (
        <Section title={t('who')}>
          <ul className="text-table mt-2 grid gap-1" data-part="could-approve">
            {approval.couldApprove.map((person) => (
              <li key={person}>{person}</li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

/** Red, where nobody who could sign in today could approve it: it waits, and is never let through. */
export function NobodyCould({ approval }: { approval: ApprovalDetail }) {
  const t = useTranslations('approvals.page');
  const roles = useRoleList();
  if (approval.state !== 'pending' || approval.stale !== null || approval.couldApprove.length > 0) return null;
  return (
    <Notice tone="rejected" icon="warning">
      <b>{t('nobody')}</b> {t('nobodyMeans', { roles: roles(approval.policy.approvers) })}
    </Notice>
  );
}

/** Roles by name, any of which is enough. */
function useRoleList(): (roles: readonly string[]) => string {
  const t = useTranslations('audit.role');
  const format = useFormatter();
  return (roles) =>
    format.list(
      roles.map((role) => (t.has(role) ? t(role) : role)),
      { type: 'disjunction' },
    );
}
