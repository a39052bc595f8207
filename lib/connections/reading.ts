import 'server-only';
import type { Db } from '@/lib/db/client';
import type { Vault } from '@/lib/db/vault';
import { sha256 } from '@/lib/platform/crypto/sha256';
import { parseJson } from '@/lib/platform/json';
import type { Operation, ParametersOf } from '@/lib/platform/operations';
import { buildPath } from '@/lib/platform/operations';
import { send } from '@/lib/platform/transport';
import { readPlatformError } from '@/lib/platform/wire/error';
import type { Refusal } from '@/lib/result';
import type { PlatformAccount } from './account';
import { heldCertificates, refreshCertificates } from './certificates';

/** What was read, and what proves it: the platform's name of the call, or the hash of its answer. */
export type PlatformReading = { json: unknown; proof: string } | { refusal: Refusal };

/** Why nothing was learned: the platform's no, or no answer that can be trusted. Reading changes nothing, so both end here. */
export const readingUnknown = (cause: string): Refusal => ({
  kind: 'conflict',
  rule: 'platform-answer-unknown',
  params: { cause },
});

/**
 * Makes one call of an optional reading operation. Refusals, all `conflict`: `reading-off`, `platform-refused` {code,
 * message}, `platform-answer-unknown` {cause}.
 */
export async function readPlatform<const Op extends Operation>(
  context: { db: Db; vault: Vault; now: () => Date },
  account: PlatformAccount,
  operation: Op,
  parameters: Readonly<Record<ParametersOf<Op>, string>>,
): Promise<PlatformReading> {
  const { connection, dialect, credentials } = account;
  if (!connection.readsEnabled) return { refusal: { kind: 'conflict', rule: 'reading-off' } };
  const answer = await send({
    baseUrl: connection.baseUrl,
    dialect,
    credentials,
    method: operation.method,
    path: buildPath(operation, parameters),
    body: null,
    headers: {},
    timeoutMs: connection.timeoutMs,
    certificates: await heldCertificates(context.db, connection.id),
    now: context.now,
    onUnknownSerial: () => refreshCertificates(context, account, 'unknown-serial'),
  });
  if (answer.kind === 'no-answer') return { refusal: readingUnknown(answer.cause) };
  const json = parseJson(answer.body);
  if (answer.status !== operation.success) {
    const error = readPlatformError(json);
    if (!error || answer.status >= 500) return { refusal: readingUnknown(`http-${answer.status}`) };
    return {
      refusal: { kind: 'conflict', rule: 'platform-refused', params: { code: error.code, message: error.message } },
    };
  }
  if (answer.signature !== 'valid') return { refusal: readingUnknown(`signature-${answer.signature}`) };
  return { json, proof: answer.requestId ?? `sha256:${sha256(answer.body)}` };
}
