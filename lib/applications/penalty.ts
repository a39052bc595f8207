import 'server-only';
import type { Actor } from '@/lib/audit/record';
import { recordAudit } from '@/lib/audit/record';
import type { Db, Tx } from '@/lib/db/client';
import type { PenaltyCase } from '@/lib/db/generated/client';
import { isUuid } from '@/lib/db/uuid';
import type { Vault } from '@/lib/db/vault';
import type { Publish } from '@/lib/events/publish';
import type { Change } from '@/lib/requests/view';
import type { Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import { SUB_MERCHANT } from '@/lib/sub-merchants/operation';
import { penaltyIssues } from './rules';
import type { PenaltyInput } from './schema';
import type { PenaltyView } from './view';

type Surroundings = { db: Db; vault: Vault; now: () => Date; publish: Publish };
type StaffActor = Extract<Actor, { kind: 'staff' }>;

/** What contacts are sealed for: those of another case do not open here. */
export const contactsAbout = (caseId: string) => `PenaltyCase ${caseId} contacts`;

const dayOf = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null;

/** Whether a case is about the penalty that lasts: one of an earlier penalty is over, whoever told its end. */
const isOf = (
  { closedAt, since }: Pick<PenaltyCase, 'closedAt' | 'since'>,
  row: { h5State: string; h5StateSince: Date },
) => row.h5State === 'UNDER_PUNISHMENT' && closedAt === null && since.getTime() === row.h5StateSince.getTime();

/** The cases of one sub-merchant, newest first, each with its log; contacts stay sealed. */
export async function listPenalties(
  { penaltyCase, subMerchant }: Pick<Db, 'penaltyCase' | 'subMerchant'>,
  connectionId: string,
  subMchid: string,
): Promise<PenaltyView[]> {
  const [row, cases] = await Promise.all([
    subMerchant.findUnique({
      where: { connectionId_subMchid: { connectionId, subMchid } },
      select: { h5State: true, h5StateSince: true },
    }),
    penaltyCase.findMany({
      where: { connectionId, subMchid },
      orderBy: [{ openedAt: 'desc' }, { id: 'desc' }],
      take: 20,
      include: { log: { orderBy: { at: 'desc' }, take: 200, include: { staff: { select: { name: true } } } } },
    }),
  ]);
  return cases.map((held) => ({
    id: held.id,
    version: held.version,
    platformWords: held.platformWords,
    hasContacts: held.contacts !== null,
    promisedOn: dayOf(held.promisedOn),
    since: held.since.toISOString(),
    openedAt: held.openedAt.toISOString(),
    closedAt: held.closedAt?.toISOString() ?? null,
    isOpen: row !== null && isOf(held, row),
    log: held.log.map(({ id, at, text, staff }) => ({ id, at: at.toISOString(), text, by: staff.name })),
  }));
}

/** Whether there is or was a case of this sub-merchant. */
export const hasPenalties = async ({ penaltyCase }: Pick<Db, 'penaltyCase'>, connectionId: string, subMchid: string) =>
  (await penaltyCase.findFirst({ where: { connectionId, subMchid }, select: { id: true } })) !== null;

const changesOf = (held: PenaltyCase | null, input: PenaltyInput): Change[] => {
  const change = (path: string, from: string, to: string): Change[] =>
    from === to
      ? []
      : [{ path, kind: from === '' ? 'added' : to === '' ? 'removed' : 'changed', from: from || null, to: to || null }];
  return [
    ...change('platform_words', held?.platformWords ?? '', input.platformWords),
    ...change('promised_on', dayOf(held?.promisedOn ?? null) ?? '', input.promisedOn),
    ...(input.contacts === '' ? [] : [{ path: 'contacts', kind: 'changed' as const, from: null, to: '•••' }]),
  ];
};

/**
 * Writes to the case of the penalty that lasts, and opens it with the first word. Empty contacts stay as they are. Refusals:
 * `conflict` with `not-penalised`, or with `record-moved` where somebody else wrote meanwhile; `invalid` as `penaltyIssues`.
 */
export async function writePenalty(
  { db, vault, now, publish }: Surroundings,
  connectionId: string,
  actor: StaffActor,
  input: PenaltyInput,
): Promise<Result<null>> {
  const at = now();
  const { subMchid } = input;
  const written = await db.$transaction(async (tx): Promise<Result<null>> => {
    await tx.$queryRaw`
      SELECT 1 FROM "SubMerchant" WHERE "connectionId" = ${connectionId}::uuid AND "subMchid" = ${subMchid} FOR UPDATE`;
    const row = await tx.subMerchant.findUnique({
      where: { connectionId_subMchid: { connectionId, subMchid } },
      select: { name: true, h5State: true, h5StateSince: true },
    });
    if (!row) return refuse({ kind: 'not-found' });
    if (row.h5State !== 'UNDER_PUNISHMENT') return refuse({ kind: 'conflict', rule: 'not-penalised' });
    const held = await caseOf(tx, connectionId, subMchid, row);
    if ((held?.version ?? null) !== input.version) return refuse({ kind: 'conflict', rule: 'record-moved' });
    const today = at.toISOString().slice(0, 10);
    const issues = penaltyIssues(input, { today, heldPromise: dayOf(held?.promisedOn ?? null) });
    if (issues.length > 0) return refuse({ kind: 'invalid', issues });
    const changes = changesOf(held, input);
    const id = held?.id ?? crypto.randomUUID();
    const facts = {
      platformWords: input.platformWords,
      promisedOn: input.promisedOn === '' ? null : new Date(`${input.promisedOn}T00:00:00Z`),
      ...(input.contacts !== '' && { contacts: vault.seal(input.contacts, contactsAbout(id)) }),
    };
    if (held) await tx.penaltyCase.update({ where: { id }, data: { ...facts, version: { increment: 1 } } });
    else {
      // What is left of an earlier penalty, whose end nobody told here, ended before this one began.
      await tx.penaltyCase.updateMany({
        where: { connectionId, subMchid, closedAt: null },
        data: { closedAt: row.h5StateSince },
      });
      await tx.penaltyCase.create({
        data: { id, connectionId, subMchid, since: row.h5StateSince, openedAt: at, ...facts },
      });
    }
    if (input.note !== '')
      await tx.penaltyNote.create({ data: { caseId: id, at, staffId: actor.id, text: input.note } });
    await recordAudit(tx, {
      actor,
      at,
      connectionId,
      object: { kind: SUB_MERCHANT, id: subMchid, name: row.name },
      event: {
        action: held ? 'penalty.written' : 'penalty.opened',
        caseId: id,
        hasNote: input.note !== '' ? 1 : 0,
        changes,
      },
    });
    return ok(null);
  });
  if (written.ok) publish(connectionId, 'sub-merchants', [subMchid]);
  return written;
}

const caseOf = async (tx: Tx, connectionId: string, subMchid: string, row: { h5State: string; h5StateSince: Date }) => {
  const open = await tx.penaltyCase.findMany({ where: { connectionId, subMchid, closedAt: null } });
  return open.find((one) => isOf(one, row)) ?? null;
};

/** The contacts of a case, opened, and whose it is; null where there are none. Only for a look that the trail keeps. */
export async function openContacts(
  { db, vault }: Pick<Surroundings, 'db' | 'vault'>,
  connectionId: string,
  caseId: string,
): Promise<{ contacts: string; subMchid: string; name: string } | null> {
  const held = isUuid(caseId) ? await db.penaltyCase.findFirst({ where: { id: caseId, connectionId } }) : null;
  if (!held?.contacts) return null;
  const { subMchid, contacts } = held;
  const row = await db.subMerchant.findUnique({
    where: { connectionId_subMchid: { connectionId, subMchid } },
    select: { name: true },
  });
  return { contacts: vault.open(contacts, contactsAbout(caseId)).toString('utf8'), subMchid, name: row?.name ?? '' };
}
