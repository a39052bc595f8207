import 'server-only';
import { z } from 'zod';
import { heldCertificates } from '@/lib/connections/certificates';
import { bySerial } from '@/lib/platform/certificates';
import { announce } from '@/lib/requests/announce';
import { buildRequest, fingerprint, openBuilt, sealingCertificate } from '@/lib/requests/open';
import type { Operation } from '@/lib/requests/operation';
import { ok, refuse } from '@/lib/result';
import type { Approved, Deed } from './deed';
import { NotCarriedOut } from './deed';

/** What is kept beside the exact body until the request is opened. */
const stored = z.object({
  input: z.unknown(),
  askedForH5: z.boolean(),
  call: z.object({ path: z.string(), platformSerial: z.string().nullable(), payload: z.unknown() }),
});

/**
 * Gives an operation that sends the face that approvals drive (decisions 2). The exact bytes are built when it is asked
 * for, with the certificate of then, and those leave: what a checker saw is what the platform gets.
 */
export function sendingDeed<Input, State>(operation: Operation<Input, State>): Deed {
  const parsed = ({ payload }: Approved) => {
    const held = stored.parse(payload);
    return { ...held, input: operation.input.parse(held.input) };
  };
  return {
    name: operation.name,
    permission: operation.permission,
    versions: operation.versions,
    async prepare(tx, { context, account, at }, objectId, raw) {
      const input = operation.input.safeParse(raw);
      if (!account || !input.success) return refuse({ kind: 'not-found' });
      const certificate = await sealingCertificate(tx, account, at);
      if (!certificate) return refuse({ kind: 'conflict', rule: 'no-platform-certificate' });
      const built = await buildRequest(context, tx, operation, { account, objectId, input: input.data, certificate });
      if (!built.ok) return built;
      const { call, askedForH5, ...described } = built.value;
      const { path, platformSerial, payload } = call;
      return ok({
        ...described,
        content: call.body,
        maskedContent: call.maskedBody,
        payload: { input: input.data, askedForH5, call: { path, platformSerial, payload } } satisfies z.infer<
          typeof stored
        >,
      });
    },
    async carryOut(tx, about, approved) {
      const { context, account, actor, at } = about;
      if (!account) throw new NotCarriedOut({ kind: 'not-found' });
      const connectionId = account.connection.id;
      const { input, askedForH5, call } = parsed(approved);
      // What carries nothing sealed needs only a certificate that its answer can be verified with.
      const certificate =
        call.platformSerial === null
          ? await sealingCertificate(tx, account, at)
          : bySerial(await heldCertificates(tx, connectionId), call.platformSerial);
      if (!certificate || certificate.expireTime <= at)
        throw new NotCarriedOut({ kind: 'conflict', rule: 'seal-outdated' });
      const state = await operation.load(tx, { connectionId, vault: context.vault }, approved.object.id);
      if (!state) throw new NotCarriedOut({ kind: 'not-found' });
      const refusal = operation.check(state, input, { account, certificate });
      if (refusal) throw new NotCarriedOut(refusal);
      const { policyKeys } = operation.describe(state, input);
      // Other limits may put it under a row whose people never saw it.
      if (policyKeys.some((key) => !approved.policyKeys.includes(key)))
        throw new NotCarriedOut({ kind: 'conflict', rule: 'policy-changed' });
      const { object, changes, maskedContent, content, intent, approvalId, replaces } = approved;
      const opened = await openBuilt(
        context,
        tx,
        operation,
        { object, changes, askedForH5, policyKeys, call: { ...call, body: content, maskedBody: maskedContent } },
        { account, actor, inputSha256: fingerprint(input), intent, replaces, approvalId },
      );
      if (!opened.ok) throw new NotCarriedOut(opened.refusal);
      const { request, tryNumber } = opened.value;
      return { value: null, request: { id: request.id, tryNumber }, afterCommit: () => announce(context, request) };
    },
  };
}
