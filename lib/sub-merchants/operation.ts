import 'server-only';
import { z } from 'zod';
import type { SubMerchant } from '@/lib/db/generated/client';
import { dropSentDraft } from '@/lib/drafts/drafts';
import type { PlatformCertificate } from '@/lib/platform/certificates';
import { publicKeyOf } from '@/lib/platform/certificates';
import { sealBudgetBytes, sealForPlatform } from '@/lib/platform/crypto/seal';
import { buildPath, operations } from '@/lib/platform/operations';
import { h5AuthorizationState } from '@/lib/platform/wire/enums';
import type { SubMerchantWire } from '@/lib/platform/wire/sub-merchant';
import { subMerchantBody } from '@/lib/platform/wire/sub-merchant';
import type { Operation, Settlement } from '@/lib/requests/operation';
import { untold } from '@/lib/requests/operation';
import type { Change } from '@/lib/requests/view';
import { mask } from './masks';
import type { HeldRecord } from './record';
import { changesBetween, columnsOf, editBaseOf, openRecord } from './record';
import { checkEdit, nest, outgoing, policyKeysOf, removedDomains, shownPaths, valueAt } from './rules';
import type { EditValues, FieldPath, FieldValues, PersonalPath } from './schema';
import { editValues, isPersonalPath } from './schema';

/** The object kind of a sub-merchant in locks, requests, drafts and audit. */
export const SUB_MERCHANT = 'sub-merchant';

/** Where one person's unsent edit of one sub-merchant is kept. */
export const draftPlace = (connectionId: string, subMchid: string, staffId: string) => ({
  connectionId,
  kind: `${SUB_MERCHANT}.edit`,
  objectId: subMchid,
  staffId,
});

/** What a person asked for: which version of the record the values were typed over, and the draft that held them. */
export const modifyInput = z.object({
  baseVersion: z.number().int().positive(),
  draft: z.object({ id: z.uuid(), version: z.number().int().positive() }),
  values: editValues,
});
export type ModifyInput = z.infer<typeof modifyInput>;

type State = { row: SubMerchant; held: HeldRecord };

/** What `settle` needs: our copy as it is once this is accepted, and what was asked of H5. `input`: to send it anew. */
type Payload = { record: HeldRecord; h5: { websiteUrl: string; domains: string[] } | null; input: ModifyInput };

/** Modify a sub-merchant (§4.1): the whole record goes out, contact sealed, personal values kept unless typed. */
export const modifySubMerchantOperation: Operation<ModifyInput, State> = {
  name: 'sub-merchant.modify',
  permission: 'sub-merchant:edit',
  input: modifyInput,

  async load(tx, { connectionId, vault }, subMchid) {
    await tx.$queryRaw`SELECT 1 FROM "SubMerchant" WHERE "connectionId" = ${connectionId}::uuid AND "subMchid" = ${subMchid} FOR UPDATE`;
    const row = await tx.subMerchant.findUnique({ where: { connectionId_subMchid: { connectionId, subMchid } } });
    return row && { row, held: openRecord(row, vault) };
  },

  check({ row, held }, { baseVersion, values }, { account, certificate }) {
    if (account.connection.mode !== 'institutional') return { kind: 'conflict', rule: 'institutional-only' };
    if (row.version !== baseVersion)
      return { kind: 'conflict', rule: 'record-moved', params: { version: row.version } };
    const issues = checkEdit(withKept(values, held), editBaseOf(row, sealBudgetBytes(publicKeyOf(certificate))));
    return issues.length > 0 ? { kind: 'invalid', issues } : null;
  },

  describe({ row, held }, { baseVersion, draft, values }) {
    const base = editBaseOf(row, Number.POSITIVE_INFINITY);
    const changes = [...changesBetween(held, recordSent(held, values, row)), ...h5Changes(values, base)];
    return {
      objectName: row.name,
      objectKind: SUB_MERCHANT,
      changes,
      askedForH5: values.apply_h5_payment !== 'leave',
      policyKeys: policyKeysOf(changes),
      recordVersion: String(baseVersion),
      draft,
    };
  },

  async versions(db, connectionId, subMchids) {
    if (connectionId === null) return new Map();
    const rows = await db.subMerchant.findMany({
      where: { connectionId, subMchid: { in: [...subMchids] } },
      select: { subMchid: true, version: true },
    });
    return new Map(rows.map(({ subMchid, version }) => [subMchid, String(version)]));
  },

  build({ row, held }, input, { account, certificate }) {
    const { values } = input;
    const record = recordSent(held, values, row);
    const { apply_h5_payment: choice, h5_payment_apply_info: info } = values;
    const domains = info.domains.filter((domain) => domain !== '');
    const h5 = choice === 'leave' ? null : { websiteUrl: info.website_url, domains };
    const ids = { sp_appid: account.connection.appid, sp_mchid: account.connection.mchid };
    const key = publicKeyOf(certificate);
    // Only the three contact fields travel sealed (§5.3); the other personal ones are clear text on the wire.
    const wire = wireOf(record, h5, ids, (path, value) =>
      path.startsWith('contact.') ? sealForPlatform(value, key) : value,
    );
    return {
      path: buildPath(operations['sub-merchant.modify'], { sub_mchid: row.subMchid }),
      // The schema is the last to look at what leaves: a body that it refuses is a fault of ours and is never sent.
      body: Buffer.from(JSON.stringify(subMerchantBody.encode(subMerchantBody.decode(wire)))),
      maskedBody: wireOf(record, h5, ids, mask),
      platformSerial: certificate.serial,
      payload: { record: withHidden(held, record, values), h5, input } satisfies Payload,
    };
  },

  locks: (subMchid) => [{ objectKind: SUB_MERCHANT, objectId: subMchid }],

  requested: (opened) => ({ action: 'sub-merchant.modification-requested', ...opened }),

  async settle(tx, settlement) {
    if (settlement.verdict.outcome === 'accepted') return settleAccepted(tx, settlement);
    return settleRefused(tx, settlement);
  },
};

/**
 * The values as they will leave, kept personal ones filled in: those came in by another way, under another certificate
 * perhaps, and are held to the same rules as what is typed.
 */
function withKept(values: EditValues, { personal }: HeldRecord): EditValues {
  const kept = Object.entries(personal).filter(
    ([path]) => valueAt(values, path as PersonalPath) === '' && !values.ticked.leftOut.includes(path),
  );
  const { contact, director, principal, ...own } = nest(Object.fromEntries(kept)) as Partial<EditValues>;
  return {
    ...values,
    ...own,
    contact: { ...values.contact, ...contact },
    director: { ...values.director, ...director },
    principal: { ...values.principal, ...principal },
  };
}

/** A block that a choice hides is not sent; our copy keeps it, so that switching back loses nothing. */
function withHidden(held: HeldRecord, sent: HeldRecord, values: EditValues): HeldRecord {
  const shown: readonly string[] = shownPaths(values);
  const hidden = <Values extends object>(of: Values) =>
    Object.fromEntries(Object.entries(of).filter(([path]) => !shown.includes(path)));
  return { plain: { ...hidden(held.plain), ...sent.plain }, personal: { ...hidden(held.personal), ...sent.personal } };
}

/** The values that go out: shown fields as typed or kept. */
function recordSent(held: HeldRecord, values: EditValues, row: SubMerchant): HeldRecord {
  const base = editBaseOf(row, Number.POSITIVE_INFINITY);
  const after: HeldRecord = { plain: {}, personal: {} };
  for (const path of shownPaths(values)) {
    const out = outgoing(path, values, base);
    if (out.kind === 'absent') continue;
    if (isPersonalPath(path)) {
      const value = out.kind === 'typed' ? String(out.value).normalize('NFC') : held.personal[path];
      if (value !== undefined) after.personal[path] = value;
    } else if (out.kind === 'typed') {
      after.plain[path] = Array.isArray(out.value)
        ? out.value.map((part) => part.normalize('NFC'))
        : out.value.normalize('NFC');
    }
  }
  return after;
}

/** The body of 4.1 as the wire nests and orders it; `personal` seals or masks a personal value. */
function wireOf(
  record: HeldRecord,
  h5: Payload['h5'],
  ids: { sp_appid: string; sp_mchid: string },
  personal: (path: PersonalPath, value: string) => string,
): SubMerchantWire {
  const fields: Partial<Record<FieldPath, unknown>> = { ...plainWire(record.plain) };
  for (const [path, value] of Object.entries(record.personal)) {
    fields[path as FieldPath] = personal(path as PersonalPath, value);
  }
  return {
    ...ids,
    ...nest(fields),
    ...(h5 && { apply_h5_payment: true, h5_payment_apply_info: { website_url: h5.websiteUrl, domains: h5.domains } }),
  } as SubMerchantWire;
}

function plainWire(plain: FieldValues): Partial<Record<FieldPath, unknown>> {
  const { business_category: category, 'business.store_photos': photos, ...rest } = plain;
  return {
    ...rest,
    ...(category !== undefined && { business_category: Number(category) }),
    ...(photos !== undefined && { 'business.store_photos': JSON.stringify(photos) }),
  };
}

function h5Changes(values: EditValues, base: ReturnType<typeof editBaseOf>): Change[] {
  if (values.apply_h5_payment === 'leave') return [];
  const path = 'h5_payment_apply_info.domains';
  const { website_url: websiteUrl, domains } = values.h5_payment_apply_info;
  const added = domains.filter((domain) => domain !== '' && !base.domainsInForce.includes(domain));
  return [
    { path: 'apply_h5_payment', kind: 'changed', from: 'leave', to: values.apply_h5_payment },
    ...(websiteUrl === base.websiteUrl
      ? []
      : [
          {
            path: 'h5_payment_apply_info.website_url',
            kind: base.websiteUrl === null ? 'added' : 'changed',
            from: base.websiteUrl,
            to: websiteUrl,
          } as Change,
        ]),
    ...added.map((domain): Change => ({ path, kind: 'added', from: null, to: domain })),
    ...removedDomains(values, base).map((domain): Change => ({ path, kind: 'removed', from: domain, to: null })),
  ];
}

type Tx = Parameters<Operation['settle']>[0];

/** Our copy becomes what was sent, and the H5 state what the answer says: nothing is inferred (day F8, F14). */
async function settleAccepted(tx: Tx, { connectionId, objectId, requestId, at, payload, verdict, vault }: Settlement) {
  const { record, h5, input } = payload as Payload;
  const told = verdict.answer?.h5_authorization_state ?? null;
  const key = { connectionId_subMchid: { connectionId, subMchid: objectId } };
  const row = await tx.subMerchant.findUniqueOrThrow({ where: key });
  const isListed = told !== null && h5AuthorizationState.safeParse(told).success;
  const state = isListed ? told : row.h5State;
  await tx.subMerchant.update({
    where: key,
    data: {
      ...columnsOf(record, { connectionId, subMchid: objectId }, vault),
      version: { increment: 1 },
      recordAsOf: at,
      lastAcceptedAt: at,
      updatedAt: at,
      ...(isListed && {
        h5State: state,
        h5StateHow: 'answer',
        h5StateAsOf: at,
        h5StateProof: requestId,
        ...(state !== row.h5State && { h5StateSince: at, h5RejectDetail: null }),
      }),
      ...(h5 && { websiteUrl: h5.websiteUrl }),
      // The answer tells no number (day F8): these domains are how a notification is known to speak of this application.
      ...(h5 &&
        isListed &&
        ['UNDER_REVIEW', 'APPROVED'].includes(told) && { h5AskedDomains: h5.domains, h5AskedAt: at }),
      // Which list is in force while a change is reviewed is not stated: only a grant in this answer moves it (F12).
      ...(h5 && told === 'APPROVED' && { domains: h5.domains, domainsHow: 'answer', domainsAsOf: at }),
    },
  });
  await dropSentDraft(tx, input.draft);
  return { ...untold, h5State: told };
}

/** A refusal changes nothing on the platform; what it says of a penalty or of a domain is remembered (day 2.1). */
async function settleRefused(tx: Tx, { connectionId, objectId, requestId, at, payload, verdict }: Settlement) {
  const { h5 } = payload as Payload;
  if (verdict.rowId === 'sub-merchant-domain-at-risk' && h5) {
    await tx.domainRefusal.createMany({
      data: h5.domains.map((domain) => ({
        connectionId,
        domain,
        subMchid: objectId,
        requestId,
        refusedAt: at,
        message: verdict.error?.message ?? '',
      })),
      skipDuplicates: true,
    });
  }
  return untold;
}

/** How many bytes one sealed value may have with this certificate (§5.3). */
export const budgetOf = (certificate: PlatformCertificate): number => sealBudgetBytes(publicKeyOf(certificate));
