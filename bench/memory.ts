// npm run bench:memory -- --pid PID --url URL --cookie 'name=value': memory of the console's process before and after many
// page loads, and how long each took. The process is started by hand (npm start), so that it is the one that ships.
import { readFileSync } from 'node:fs';
import { readOptions, spreadOf } from './scratch';

const options = readOptions({ pid: 0, url: '', cookie: '', requests: 5000, clients: 4 });

/** Resident memory of one process in MiB; Linux only. */
function residentMib(): number {
  const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${options.pid}/status`, 'utf8'));
  return Math.round(Number(line?.[1] ?? 0) / 1024);
}

const before = residentMib();
const times: number[] = [];
let left = options.requests;
let refused = 0;
await Promise.all(
  Array.from({ length: options.clients }, async () => {
    while (left > 0) {
      left -= 1;
      const startedAt = performance.now();
      const answer = await fetch(options.url, { headers: { cookie: options.cookie }, redirect: 'manual' });
      await answer.arrayBuffer();
      if (answer.status !== 200) refused += 1;
      times.push(performance.now() - startedAt);
    }
  }),
);
console.log(
  JSON.stringify({
    bench: 'memory',
    requests: times.length,
    refused,
    beforeMib: before,
    afterMib: residentMib(),
    pageMs: spreadOf(times),
  }),
);
