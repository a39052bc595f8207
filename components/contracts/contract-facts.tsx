import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { standingOf } from '@/lib/contracts/rules';
import type { ContractDetail } from '@/lib/contracts/view';
import { paths } from '@/lib/paths';
import { Confidence } from '../data/confidence';
import { Id } from '../data/id';
import { Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import { Facts } from '../ui/facts';
import { Section } from '../ui/section';
import { ContractState } from './contract-state';

type Reader = {
  slug: string;
  contract: ContractDetail;
  zone: string;
  now: string;
  /** Which pages of what told it this person may open. */
  may: Record<'request' | 'notification' | 'approval', boolean>;
};

/** What is held of one contract: parties, template and times; what nobody told says so. */
export function ContractFacts({
  slug,
  contract,
  zone,
  appid,
}: Pick<Reader, 'slug' | 'contract' | 'zone'> & { appid: string }) {
  const t = useTranslations('contract.facts');
  const absent = <Unheld reason={t('notTold')} />;
  const mono = (value: string | null) => (value === null ? absent : <span className="mono break-all">{value}</span>);
  const time = (at: string | null) => (at === null ? absent : <Timestamp at={at} zone={zone} />);
  const isCommon = contract.subMchid === '';
  return (
    <Section title={t('title')} note={t('note')}>
      <div className="rounded-3 border-line mt-2 border p-4">
        <Facts
          facts={[
            { term: <span className="mono">contract_id</span>, value: <Id value={contract.contractId} copy /> },
            isCommon
              ? null
              : {
                  key: 'sub',
                  term: t('subMerchant'),
                  value: (
                    // On a phone the two stand below each other, far enough apart for a finger.
                    <span className="flex flex-wrap items-center gap-x-2 gap-y-2">
                      {contract.isHeld && (
                        <Link className="link" href={paths.subMerchant(slug, contract.subMchid)} prefetch={false}>
                          {contract.name || contract.subMchid}
                        </Link>
                      )}
                      <Id value={contract.subMchid} copy />
                    </span>
                  ),
                },
            {
              key: 'appid',
              term: <span className="mono">{isCommon ? 'appid' : 'sp_appid'}</span>,
              value: <span className="mono">{contract.appid ?? appid}</span>,
            },
            isCommon
              ? null
              : { key: 'sub_appid', term: <span className="mono">sub_appid</span>, value: mono(contract.subAppid) },
            { key: 'plan', term: t('plan'), value: mono(contract.planId) },
            {
              key: 'code',
              term: <span className="wrap-anywhere">{t('code')}</span>,
              value: mono(contract.outContractCode),
            },
            { key: 'signed', term: t('signed'), value: time(contract.signedAt) },
            { key: 'expires', term: t('expires'), value: time(contract.expiresAt) },
          ]}
        />
      </div>
    </Section>
  );
}

/** Where a contract stands (3.4), how we know, and who ended it. */
export function ContractStanding({ slug, contract, zone, now, may }: Reader) {
  const t = useTranslations('contract.state');
  const tList = useTranslations('contracts');
  const { endedBy, endedAt, endedMode, endedNote, confirmed } = contract;
  // Since, as of and how known belong to the state that was told, which is another word where that is in question.
  const isInQuestion = contract.state === 'SIGNED' && standingOf(contract) !== 'signed';
  const confidence = <Confidence asOf={contract.stateAsOf} now={now} words />;
  return (
    <Section title={t('title')}>
      <div className="mt-2">
        <Facts
          facts={[
            {
              term: t('state'),
              value: (
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <ContractState contract={contract} />
                  {!isInQuestion && confidence}
                </span>
              ),
            },
            isInQuestion
              ? {
                  key: 'told',
                  term: t('told'),
                  value: (
                    <span className="flex flex-wrap items-center gap-x-3 gap-y-1" data-told={contract.state}>
                      {tList('standing.signed.label')}
                      {confidence}
                    </span>
                  ),
                }
              : null,
            { term: t('since'), value: <Timestamp at={contract.stateSince} zone={zone} /> },
            { term: t('asOf'), value: <Timestamp at={contract.stateAsOf} zone={zone} /> },
            { term: t('how'), value: <How slug={slug} contract={contract} may={may} /> },
            endedBy === null
              ? null
              : {
                  term: t('endedBy'),
                  value: (
                    <span data-ended-by={endedBy}>
                      {tList(`ender.${endedBy}`)}
                      {endedMode !== null && <span className="mono text-ink-3"> {endedMode}</span>}
                    </span>
                  ),
                },
            endedAt === null ? null : { term: t('endedAt'), value: <Timestamp at={endedAt} zone={zone} /> },
            endedNote === null
              ? null
              : {
                  term: <span className="mono">termination_note</span>,
                  value: <span translate="no">{endedNote}</span>,
                },
            confirmed === null
              ? null
              : {
                  term: t('confirmed'),
                  value: may.notification ? (
                    <Link className="link" href={paths.notification(slug, confirmed.notificationId)} prefetch={false}>
                      <Timestamp at={confirmed.at} zone={zone} />
                    </Link>
                  ) : (
                    <Timestamp at={confirmed.at} zone={zone} />
                  ),
                },
          ]}
        />
      </div>
    </Section>
  );
}

/** How we know, with a link to what told us. */
function How({ slug, contract: { stateHow, proof }, may }: Pick<Reader, 'slug' | 'contract' | 'may'>) {
  const t = useTranslations('contracts.how');
  const words = t(stateHow);
  if (proof === null || !may[proof.kind]) return words;
  const href = {
    request: () => paths.request(slug, proof.id),
    notification: () => paths.notification(slug, proof.id),
    approval: () => paths.approval(slug, proof.id),
  }[proof.kind]();
  return (
    <Link className="link" href={href} prefetch={false}>
      {words}
    </Link>
  );
}
