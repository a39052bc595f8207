import 'server-only';
import { heldCertificates, refreshCertificates } from '@/lib/connections/certificates';
import { isStopped } from '@/lib/connections/stop';
import { headerNames } from '@/lib/platform/dialect';
import { dispositionOf } from '@/lib/platform/dispositions';
import { guardOf } from '@/lib/platform/operations';
import { send } from '@/lib/platform/transport';
import { bytesAbout } from './open';
import type { SendingContext } from './operation';
import { holdBack, settleTry } from './settle';

/**
 * Sends the stored bytes of one try and settles what came back. The call is made outside any transaction.
 * Every try takes bytes, key and serial from the row: a repeat is byte-identical because there is nothing else to send.
 */
export async function dispatch(context: SendingContext, requestId: string, tryNumber: number): Promise<void> {
  const request = await context.db.platformRequest.findUniqueOrThrow({ where: { id: requestId } });
  const account = context.account(request.connectionId);
  if (!account || !request.bytes) return;
  const certificates = await heldCertificates(context.db, request.connectionId);
  // The last look before a byte leaves: a stop since the try was written down holds it back.
  if (await isStopped(context.db, request.connectionId)) return holdBack(context, requestId, tryNumber);
  const answer = await send({
    baseUrl: account.connection.baseUrl,
    dialect: account.dialect,
    credentials: account.credentials,
    method: request.method,
    path: request.path,
    body: context.vault.open(request.bytes, bytesAbout(request.id)),
    headers: {
      ...(guardOf(request.operation) === 'header' && { 'Idempotency-Key': request.idempotencyKey }),
      ...(request.platformSerial !== null && { [headerNames(account.dialect).serial]: request.platformSerial }),
    },
    timeoutMs: account.connection.timeoutMs,
    certificates,
    now: context.now,
    onUnknownSerial: () => refreshCertificates(context, account, 'unknown-serial'),
  });
  if (answer.kind === 'response' && answer.signature !== 'valid' && answer.signature !== 'none') {
    // Which certificate the answer named is what whoever looks for the cause asks first.
    const serial = answer.headers[headerNames(account.dialect).serial.toLowerCase()]?.slice(0, 64);
    context.log({ what: `an answer's signature is ${answer.signature}`, requestId, ...(serial && { serial }) });
  }
  const verdict = await settleTry(context, requestId, tryNumber, answer);
  // The platform does not open what our newest certificate seals: our list is behind, and whoever sends anew needs a new one.
  if (dispositionOf(verdict.rowId)?.action === 'seal-again')
    await refreshCertificates(context, account, 'unknown-serial');
}
