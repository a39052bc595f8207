import 'server-only';
import type { Result, Sent } from '@/lib/result';
import { ok } from '@/lib/result';
import { dispatch } from './dispatch';
import type { OpenInput } from './open';
import { openRequest } from './open';
import type { Operation, SendingContext } from './operation';
import { outcome } from './view';

/** A form submit never waits for the platform longer than this (decisions 2). */
export const ANSWER_WITHIN_MS = 2000;

/**
 * Opens a request and sends its first try outside the caller's wait: answers with the outcome if it is known within two
 * seconds, else with where it stands. Whoever meets an earlier request of the same intent gets that one's outcome.
 */
export async function sendRequest<Input, State>(
  context: SendingContext,
  operation: Operation<Input, State>,
  wanted: OpenInput<Input>,
): Promise<Result<Sent>> {
  const opened = await openRequest(context, operation, wanted);
  if (!opened.ok) return opened;
  return ok(await launch(context, opened.value.request.id, opened.value.tryNumber));
}

/** Sends the first try of an open request, waits for at most two seconds, and answers where it stands then. */
export async function launch(context: SendingContext, requestId: string, tryNumber: number | null): Promise<Sent> {
  if (tryNumber !== null) {
    const sending = dispatch(context, requestId, tryNumber).catch((cause: unknown) => {
      // The lease runs out and the drain takes over; nothing is lost, and nobody is told that it failed.
      context.log({ what: 'dispatch failed', requestId, cause });
    });
    await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS).unref())]);
  }
  const now = await context.db.platformRequest.findUniqueOrThrow({ where: { id: requestId } });
  return { requestId: now.id, reference: now.reference, outcome: outcome.parse(now.outcome) };
}
