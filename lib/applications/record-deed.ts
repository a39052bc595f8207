import 'server-only';
import type { LocalDeed } from '@/lib/approvals/deed';
import { localDeed, NotCarriedOut } from '@/lib/approvals/deed';
import { recordAudit } from '@/lib/audit/record';
import type { Application } from '@/lib/db/generated/client';
import { addDomains } from '@/lib/domains/normalise';
import { isPlaceSaid, placeText } from '@/lib/evidence/schema';
import type { Change } from '@/lib/requests/view';
import type { Issue } from '@/lib/result';
import { recordOf } from './fix-base';
import { holdApplication, keepTold } from './keep';
import { sameDomains } from './news';
import { APPLICATION, modifyApplicationOperation } from './operation';
import type { RecordApplicationInput } from './schema';
import { recordApplicationInput } from './schema';
import { toldOf } from './told';

type State = {
  applymentId: string;
  /** Null where nobody told us of that number. */
  row: Application | null;
  owner: { name: string; askedDomains: string[] };
  /** The request that is open on it. */
  open: { id: string; reference: string; outcome: string } | null;
};

const MINUTE_MS = 60_000;

/**
 * The last moment of the minute in which it was seen, or now: people tell minutes, and an application that was seen right
 * after the edit that asked for it was not seen before it.
 */
const seenUntil = ({ seenAt }: RecordApplicationInput, at: Date): Date => {
  const minute = Math.floor(Date.parse(seenAt) / MINUTE_MS) * MINUTE_MS;
  return new Date(Math.min(minute + MINUTE_MS - 1, at.getTime()));
};

/** Its domains: as typed, else those of its last submission, else those that the last edit asked for. */
function domainsOf({ row, owner }: State, { domains }: RecordApplicationInput): string[] {
  const typed = addDomains([], domains).domains;
  if (typed.length > 0) return typed;
  return row && row.domains.length > 0 ? row.domains : owner.askedDomains;
}

/** The record (2.2) as it is known from now on; what staff did not see is as it was. */
const recordFrom = (state: State, input: RecordApplicationInput) => ({
  ...(state.row ? recordOf(state.row) : {}),
  applyment_id: state.applymentId,
  sub_mchid: input.subMchid,
  applyment_type: state.row?.applymentType ?? input.applymentType,
  applyment_state: input.state,
  domains: domainsOf(state, input),
  ...(input.limitType !== '' && { transaction_limit_type: input.limitType }),
  audit_reject_detail: input.state === 'REJECTED' ? input.rejectDetail : null,
});

const change = (path: string, from: string | null, to: string | null): Change[] =>
  to === null || from === to ? [] : [{ path, kind: from === null ? 'added' : 'changed', from, to }];

function changesOf(state: State, input: RecordApplicationInput): Change[] {
  const { row, applymentId } = state;
  const domains = domainsOf(state, input);
  const moved: Change = {
    path: 'applyment_state',
    kind: row === null ? 'added' : row.state === input.state ? 'same' : 'changed',
    from: row?.state ?? null,
    to: input.state,
  };
  return [
    ...(row === null ? change('applyment_id', null, applymentId) : []),
    ...(row === null ? change('applyment_type', null, input.applymentType) : []),
    moved,
    ...change('audit_reject_detail', row?.rejectDetail ?? null, input.state === 'REJECTED' ? input.rejectDetail : null),
    ...(row !== null && sameDomains(row.domains, domains)
      ? []
      : change('domains', row?.domains.join(' ') ?? null, domains.join(' '))),
    ...change('transaction_limit_type', row?.limitType ?? null, input.limitType === '' ? null : input.limitType),
    ...change('seen_at', null, input.seenAt),
    ...change('seen_where', null, input.seenWhere),
    ...change('seen_where_text', null, input.seenWhereText === '' ? null : input.seenWhereText),
  ];
}

function issuesOf(state: State, input: RecordApplicationInput, at: Date): Issue[] {
  const { row, applymentId } = state;
  const issue = (path: string, rule: string, params?: Issue['params']): Issue => ({
    path,
    rule,
    ...(params && { params }),
  });
  const wrong = addDomains([], input.domains).refused.map(({ typed }) => typed);
  return [
    ...(/^\d{1,32}$/.test(applymentId) ? [] : [issue('applymentId', 'not-an-applyment-id')]),
    ...(row !== null && row.subMchid !== input.subMchid
      ? [issue('applymentId', 'application-of-another', { sub_mchid: row.subMchid })]
      : []),
    ...(isPlaceSaid(input) ? [] : [issue('seenWhereText', 'required')]),
    ...(new Date(input.seenAt) > at ? [issue('seenAt', 'in-the-future')] : []),
    // Older news never undoes newer (decisions 6), whoever brings it.
    ...(row !== null && seenUntil(input, at) < row.stateAsOf ? [issue('seenAt', 'older-than-known')] : []),
    ...(input.state === 'REJECTED' && input.rejectDetail.trim() === '' ? [issue('rejectDetail', 'required')] : []),
    ...(wrong.length > 0 ? [issue('domains', 'not-domains', { domains: wrong.join(' ') })] : []),
  ];
}

const recording: LocalDeed<RecordApplicationInput, State> = {
  name: 'application.record',
  permission: 'application:modify',
  input: recordApplicationInput,
  async load(tx, { account }, applymentId, { subMchid }) {
    if (!account) return null;
    const { id: connectionId } = account.connection;
    await holdApplication(tx, connectionId, { kind: 'authorization', applymentId, subMchid });
    const row = await tx.application.findUnique({
      where: { connectionId_kind_applymentId: { connectionId, kind: 'authorization', applymentId } },
    });
    const owner = await tx.subMerchant.findUnique({
      where: { connectionId_subMchid: { connectionId, subMchid } },
      select: { name: true, h5AskedDomains: true },
    });
    const lock = await tx.objectLock.findUnique({
      where: { connectionId_objectKind_objectId: { connectionId, objectKind: APPLICATION, objectId: applymentId } },
      select: { request: { select: { id: true, reference: true, outcome: true } } },
    });
    if (!owner) return null;
    return {
      applymentId,
      row,
      owner: { name: owner.name, askedDomains: owner.h5AskedDomains },
      open: lock?.request ?? null,
    };
  },
  versions: modifyApplicationOperation.versions,
  check(state, input, { at }) {
    // While a modification is on its way, what was seen may be of before it or of after it.
    if (state.open && state.open.outcome !== 'unknown')
      return { kind: 'conflict', rule: 'locked-by-open-request', params: { reference: state.open.reference } };
    const issues = issuesOf(state, input, at);
    return issues.length > 0 ? { kind: 'invalid', issues } : null;
  },
  describe: (state, input) => ({
    objectName: state.owner.name || input.subMchid,
    objectKind: APPLICATION,
    changes: changesOf(state, input),
    policyKeys: ['by-hand'],
    recordVersion: state.row === null ? 'absent' : String(state.row.version),
    masked: input,
  }),
  async apply(tx, state, input, { context, account, actor, at, approvalId, reason }) {
    const connectionId = account?.connection.id ?? '';
    const told = toldOf(recordFrom(state, input), seenUntil(input, at));
    if (typeof told === 'string') throw new NotCarriedOut({ kind: 'conflict', rule: 'content-not-held' });
    const changes = changesOf(state, input);
    await keepTold(tx, connectionId, { ...told, proof: approvalId }, { how: 'staff', at });
    // What staff saw may settle an unknown modification: the drain looks at once.
    if (state.open) await tx.platformRequest.update({ where: { id: state.open.id }, data: { nextTryAt: at } });
    const { subMchid, seenAt } = input;
    const seenWhere = placeText(input);
    await recordAudit(tx, {
      actor,
      at,
      connectionId,
      object: { kind: APPLICATION, id: state.applymentId, name: state.owner.name },
      event: { action: 'application.recorded', approvalId, subMchid, seenWhere, seenAt, changes },
      reason,
    });
    return {
      afterCommit: () => {
        context.publish(connectionId, 'applications', [state.applymentId]);
        context.publish(connectionId, 'sub-merchants', [subMchid]);
      },
    };
  },
};

/** Records an application that staff saw, its number or its state, with evidence and a second person (features row 26). */
export const recordApplication = localDeed(recording);
