// npm run bench:memory: memory of the console's process right after its start and after many pages of the list, by clients
// that do not wait for each other; how long a page took, and what processor time it cost.
import { benchConsole, cookieOf, cpuMsOf, listPath, memoryMibOf, signIn } from './console';
import { readOptions, spreadOf } from './scratch';

const options = readOptions({ requests: 5000, clients: 4 });

await benchConsole('memory', async (started) => {
  const { pid, url, startMs } = started;
  const atStart = memoryMibOf(pid).resident;
  const cookie = cookieOf(await signIn(started));
  const times: number[] = [];
  let left = options.requests;
  let refused = 0;
  const cpuBefore = cpuMsOf(pid);
  await Promise.all(
    Array.from({ length: options.clients }, async () => {
      while (left > 0) {
        left -= 1;
        const startedAt = performance.now();
        const answer = await fetch(`${url}${listPath}`, { headers: { cookie }, redirect: 'manual' });
        await answer.arrayBuffer();
        if (answer.status !== 200) refused += 1;
        times.push(performance.now() - startedAt);
      }
    }),
  );
  const cpuMs = cpuMsOf(pid) - cpuBefore;
  const { resident, peak } = memoryMibOf(pid);
  return {
    requests: times.length,
    refused,
    startMs,
    atStartMib: atStart,
    afterMib: resident,
    peakMib: peak,
    cpuMsPerPage: Math.round((cpuMs / times.length) * 10) / 10,
    pageMs: spreadOf(times),
  };
});
