// A small process around the real sending code, for tests that end it with SIGKILL wherever it happens to be. It takes
// one JSON argument: edits to send at once, or clock steps after each of which the drain runs.

import { z } from 'zod';
import { createContext } from '@/lib/context';
import { drainOnce } from '@/lib/requests/drain';
import { modifySubMerchant } from '@/lib/sub-merchants/modify';
import { draftPlace } from '@/lib/sub-merchants/operation';
import { editBaseOf } from '@/lib/sub-merchants/record';
import { valuesOf } from '@/lib/sub-merchants/rules';
import { keptDraft } from './kept-draft';
import { builtInRights } from './rights';

const order = z.object({
  staffId: z.string(),
  edits: z.array(z.object({ subMchid: z.string(), shortname: z.string() })).default([]),
  drainAfterMs: z.array(z.number()).default([]),
});

const { staffId, edits, drainAfterMs } = order.parse(JSON.parse(process.argv[2] ?? '{}'));
let shiftMs = 0;
const context = await createContext(process.env, () => new Date(Date.now() + shiftMs));
const account = context.accountBySlug('practice');
if (!account) throw new Error('the practice connection is missing');
const connectionId = account.connection.id;

await Promise.all(
  edits.map(async ({ subMchid, shortname }) => {
    const row = await context.db.subMerchant.findUniqueOrThrow({
      where: { connectionId_subMchid: { connectionId, subMchid } },
    });
    const base = editBaseOf(row, 245);
    await modifySubMerchant(
      context,
      account,
      { kind: 'staff', id: staffId, name: 'Test operator', ...builtInRights(['operator']), ip: null },
      {
        subMchid,
        draft: await keptDraft(context, draftPlace(connectionId, subMchid, staffId)),
        baseVersion: base.version,
        values: { ...valuesOf(base), shortname },
      },
    );
  }),
);
for (const ms of drainAfterMs) {
  shiftMs = ms;
  await drainOnce(context);
}
await context.close();
process.stdout.write('done\n');
