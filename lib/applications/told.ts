import 'server-only';
import { z } from 'zod';
import { canonicalJson } from '@/lib/audit/record';
import { isStorable, storableJson } from '@/lib/db/storable';
import { sha256 } from '@/lib/platform/crypto/sha256';
import { applicationKindOf, applicationRecord } from '@/lib/platform/wire/application';
import { applymentState } from '@/lib/platform/wire/enums';
import type { ToldApplication } from './news';

/** The record without what only a message carries; unknown fields stay where it came from, which is kept as it came. */
export const toldRecord = z.object(applicationRecord.shape).omit({ sp_mchid: true, mchid: true });

const word = (value: string | null | undefined): string | null => (value ? value : null);

/**
 * The application that a record tells of (2.2), in an answer, a reading or a message; otherwise what is wrong with it:
 * `content` does not read as one, `state` is none of 3.1.
 */
export function toldOf(json: unknown, asOf: Date): Omit<ToldApplication, 'proof'> | 'content' | 'state' {
  const read = toldRecord.safeParse(json);
  const kind = read.success ? applicationKindOf(read.data) : null;
  if (!read.success || kind === null || ![read.data.sub_mchid, ...read.data.domains].every(isStorable))
    return 'content';
  const record = storableJson(read.data);
  const state = applymentState.safeParse(record.applyment_state);
  if (!state.success) return 'state';
  return {
    kind,
    applymentId: record.applyment_id,
    subMchid: record.sub_mchid,
    applymentType: word(record.applyment_type),
    state: state.data,
    domains: record.domains,
    websiteUrl: word(record.website_url ?? record.webiste_url),
    limitType: word(record.transaction_limit_type),
    rejectDetail: word(record.audit_reject_detail),
    asOf,
    record,
    recordSha256: sha256(canonicalJson(record)),
  };
}
