import { actorOf } from '@/lib/auth/staff';
import { defineView, jsonAnswer } from '@/lib/boundary';
import { keepEvidence } from '@/lib/evidence/evidence';
import { EVIDENCE_BYTES_MAX, evidenceIssue } from '@/lib/evidence/rules';
import { fileNameOf, readBody } from '@/lib/read-body';

/** Keeps a file (raw body) that will prove something: a route, because server actions would queue behind one another. */
export const POST = defineView<{ connection: string }>({
  name: 'evidence.keep',
  permission: ['request:settle', 'sub-merchant:edit'],
  run: async ({ context, staff, account }, request) => {
    const bytes = await readBody(request, EVIDENCE_BYTES_MAX);
    if (!bytes) return jsonAnswer({ kind: 'invalid', issues: [evidenceIssue(EVIDENCE_BYTES_MAX + 1)] }, 413);
    const kept = await keepEvidence(context, {
      connectionId: account.connection.id,
      actor: actorOf(staff),
      fileName: fileNameOf(request, 'evidence'),
      bytes,
    });
    return kept.ok ? jsonAnswer(kept.value, 201) : jsonAnswer(kept.refusal, 422);
  },
});
