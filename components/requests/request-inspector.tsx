import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { paths } from '@/lib/paths';
import { isSettledBeside, whyMeant } from '@/lib/requests/rules';
import type { RequestDetail } from '@/lib/requests/view';
import { ApprovedBy, ApproverNames } from '../approvals/approved-by';
import { ChangeList } from '../audit/change-list';
import { CopyButton } from '../data/copy-button';
import { Id } from '../data/id';
import { Timestamp } from '../data/timestamp';
import { Unheld } from '../data/unheld';
import { Facts } from '../ui/facts';
import { Section } from '../ui/section';
import type { SentTo } from './redacted-call';
import { curlOf, headersOf } from './redacted-call';
import { TryList } from './try-list';

type RequestInspectorProps = { slug: string; request: RequestDetail; to: SentTo; zone: string; mayAudit: boolean };

/** One outgoing call, whole: what was sent, each try, what came back and why it means what we say. Secrets are not here. */
export function RequestInspector({ slug, request, to, zone, mayAudit }: RequestInspectorProps) {
  const t = useTranslations('requests.inspector');
  const body = JSON.stringify(request.maskedBody, null, 2);
  return (
    <div className="with-aside">
      <div className="gutter min-w-0 pb-8">
        <Meaning slug={slug} request={request} />
        <TryList tries={request.attempts} zone={zone} />
        <Section title={t('changes')} note={t('changesNote')}>
          {request.changes.length === 0 ? (
            <p className="text-ink-2 text-table mt-2">{t('noChanges')}</p>
          ) : (
            <ChangeList changes={request.changes} objectKind={request.objectKind} zone={zone} />
          )}
        </Section>
        <Section title={t('headers')} note={t('headersNote')}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
          <pre className="code-block mt-2" tabIndex={0} translate="no">
            {[
              `${request.method} ${request.path}`,
              ...headersOf(request, to).map(([name, value]) => `${name}: ${value}`),
            ].join('\n')}
          </pre>
        </Section>
        <Section
          title={t('body')}
          note={t('bodyNote')}
          actions={<CopyButton value={curlOf(request, to)} label={t('curl')} done={t('curlDone')} />}
        >
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
          <pre className="code-block mt-2" tabIndex={0} translate="no">
            {body}
          </pre>
        </Section>
      </div>
      <aside>
        <SentFacts slug={slug} request={request} zone={zone} />
        <Section title={t('audit')}>
          {request.auditEntryIds.length === 0 && <p className="text-ink-2 text-table mt-2">{t('noAudit')}</p>}
          <p className="text-table mt-2 flex flex-wrap gap-x-3 gap-y-1">
            {request.auditEntryIds.map((id) =>
              mayAudit ? (
                <Link key={id} className="link" href={paths.auditEntry(slug, id)} prefetch={false}>
                  {t('entry', { number: id })}
                </Link>
              ) : (
                <span key={id}>{t('entry', { number: id })}</span>
              ),
            )}
          </p>
        </Section>
      </aside>
    </div>
  );
}

/** Which row of the error tables (7) spoke, what in the answer matched it, and what had come before. */
function Meaning({ slug, request }: Pick<RequestInspectorProps, 'slug' | 'request'>) {
  const t = useTranslations('requests.why');
  const tMeanings = useTranslations('meanings');
  const tNotes = useTranslations('requests.note');
  const tHow = useTranslations('liveOutcome.how');
  const { meaning, settledHow, settledBy } = request;
  const why = whyMeant(meaning, request.error?.message ?? '');
  return (
    <Section title={t('title')}>
      <div className="mt-2">
        <Facts
          facts={[
            isSettledBeside(settledHow)
              ? {
                  term: t('settledBy'),
                  value: (
                    <>
                      {tHow(settledHow)}
                      {settledBy && (
                        <>
                          {' '}
                          {settledBy.askedBy}, <ApprovedBy slug={slug} approvers={settledBy} />
                        </>
                      )}
                    </>
                  ),
                }
              : null,
            {
              term: t(isSettledBeside(settledHow) ? 'lastRow' : 'row'),
              value:
                meaning === null ? (
                  t('none')
                ) : (
                  <>
                    {tMeanings.has(`${meaning}.title`) && `${tMeanings(`${meaning}.title`)} `}
                    <span className="mono text-ink-3">{meaning}</span>
                  </>
                ),
            },
            why && {
              term: t('matched'),
              value: (
                <span translate="no">
                  {[why.http === null ? null : String(why.http), why.code, why.words === null ? null : `“${why.words}”`]
                    .filter(Boolean)
                    .join(' · ') || t('anyCode')}
                </span>
              ),
            },
            { term: t('context'), value: request.wasUnknown ? t('afterUnknown') : t('first') },
            request.notes.length === 0
              ? null
              : {
                  term: t('notes'),
                  value: request.notes.map((note) => (tNotes.has(note) ? tNotes(note) : note)).join(' '),
                },
          ]}
        />
      </div>
    </Section>
  );
}

/** What the id of an object is called on the wire. */
const idNames: Record<string, string> = {
  'sub-merchant': 'sub_mchid',
  application: 'applyment_id',
  contract: 'contract_id',
  deduction: 'out_trade_no',
};

function SentFacts({ slug, request, zone }: Pick<RequestInspectorProps, 'slug' | 'request' | 'zone'>) {
  const t = useTranslations('requests.inspector');
  const tKinds = useTranslations('audit.objectKind');
  const href = paths.object(slug, request.objectKind, request.objectId);
  const name = request.objectName || request.objectId;
  return (
    <Section title={t('sent')}>
      <div className="mt-2">
        <Facts
          facts={[
            { term: t('reference'), value: <Mono value={request.reference} /> },
            {
              key: 'object',
              term: tKinds.has(request.objectKind) ? tKinds(request.objectKind) : request.objectKind,
              value:
                href === null ? (
                  name
                ) : (
                  <Link className="link" href={href} prefetch={false}>
                    {name}
                  </Link>
                ),
            },
            { key: 'id', term: idNames[request.objectKind] ?? 'id', value: <Id value={request.objectId} copy /> },
            request.replaces && {
              term: t('replaces'),
              value: <OtherRequest slug={slug} request={request.replaces} />,
            },
            request.replacedBy && {
              term: t('replacedBy'),
              value: <OtherRequest slug={slug} request={request.replacedBy} />,
            },
            {
              key: 'key',
              term: request.sendsKey ? 'Idempotency-Key' : t('ownKey'),
              value: <Mono value={request.idempotencyKey} />,
            },
            {
              term: t('platformSerial'),
              value:
                request.platformSerial === null ? (
                  <Unheld reason={t('notSealed')} />
                ) : (
                  <Mono value={request.platformSerial} />
                ),
            },
            { term: t('merchantSerial'), value: <Mono value={request.merchantSerial} /> },
            {
              term: t('bytes'),
              value: t(request.bytesHeld ? 'bytesHeld' : 'bytesPurged', { size: request.bytesSize }),
            },
            { term: 'SHA-256', value: <Mono value={request.bytesSha256} /> },
            { term: t('by'), value: request.openedBy },
            request.approved && {
              term: t('approvedBy'),
              value: <ApproverNames slug={slug} approvers={request.approved} />,
            },
            { term: t('opened'), value: <Timestamp at={request.openedAt} zone={zone} /> },
            request.settledAt === null
              ? null
              : { term: t('settled'), value: <Timestamp at={request.settledAt} zone={zone} /> },
          ]}
        />
      </div>
    </Section>
  );
}

function OtherRequest({ slug, request }: { slug: string; request: NonNullable<RequestDetail['replaces']> }) {
  return (
    <Link className="link mono" href={paths.request(slug, request.id)} prefetch={false}>
      {request.reference}
    </Link>
  );
}

function Mono({ value }: { value: string }) {
  const t = useTranslations('common.copy');
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1">
      <span className="mono break-all" translate="no">
        {value}
      </span>
      <CopyButton value={value} label={t('label')} done={t('done')} />
    </span>
  );
}
