import 'server-only';
import { startReading } from '@/lib/applications/read';
import { startSweep } from '@/lib/approvals/sweep';
import { startSealing } from '@/lib/audit/seals';
import { tidySessions } from '@/lib/auth/sessions';
import { purgeStepUps } from '@/lib/auth/step-up';
import { purgeDraftBatches } from '@/lib/batches/draft';
import { startBatches } from '@/lib/batches/worker';
import { keepCertificates } from '@/lib/connections/certificates';
import { ConfigurationFault, context } from '@/lib/context';
import { startWatching } from '@/lib/deductions/query';
import { purgeSelfTests, startSelfTests } from '@/lib/endpoint/self-test';
import { purgeLooseEvidence } from '@/lib/evidence/evidence';
import { purgeChallenges } from '@/lib/factors/challenge';
import { openFrontDoor } from '@/lib/front-door';
import { startDrain } from '@/lib/requests/drain';
import { purgeAll } from '@/lib/retention/purge';

const HOUR_MS = 60 * 60 * 1000;

/**
 * Starts what runs beside the pages: the drain, the batches, the sweep of approvals, the readings of applications, the
 * watch over open orders, the hourly look at the platform's certificates, the looks
 * at our own endpoint, the sealing of the trail, and the purge. A wrong setting ends
 * the process with the setting's name and an example; a platform that does not answer yet ends nothing.
 */
export async function startConsole(): Promise<void> {
  const held = await context().catch((error: unknown) => {
    if (!(error instanceof ConfigurationFault)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(78);
  });
  openFrontDoor({ proxies: held.environment.trustProxy, publicUrl: held.environment.publicUrl });
  // next-auth reads its own address from the environment only.
  process.env.NEXTAUTH_URL = held.environment.publicUrl;

  const stopRefreshing = keepCertificates(held);
  const purge = () =>
    Promise.all([
      purgeAll(held),
      purgeLooseEvidence(held),
      purgeSelfTests(held),
      purgeStepUps(held),
      tidySessions({ ...held, idleMs: held.environment.sessionIdleMs }),
      purgeChallenges(held),
      purgeDraftBatches(held),
    ]).catch((cause: unknown) => held.log({ what: 'purge failed', cause }));
  void purge();
  const hourly = setInterval(() => void purge(), HOUR_MS).unref();
  const drain = startDrain(held);
  const batches = startBatches(held);
  const sweep = startSweep(held);
  const reading = startReading(held, held.accounts);
  const watching = startWatching(held, held.accounts);
  const sealing = startSealing(held);
  const selfTests = startSelfTests(held, held.accounts);
  const stop = () => {
    clearInterval(hourly);
    stopRefreshing();
    selfTests.stop();
    sealing.stop();
    void drain.stop();
    void batches.stop();
    sweep.stop();
    reading.stop();
    watching.stop();
    // The server waits for every open answer, and an event stream ends only when it is ended.
    void held.events.listener.close();
    void held.events.publisher.flush();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}
