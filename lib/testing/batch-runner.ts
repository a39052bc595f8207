// A small process that runs batches and the drain as the console does, for tests that end it with SIGKILL wherever it
// happens to be. Its argument is by how many milliseconds its clock is ahead.
import { startBatches } from '@/lib/batches/worker';
import { createContext } from '@/lib/context';
import { startDrain } from '@/lib/requests/drain';

const aheadMs = Number(process.argv[2] ?? 0);
const context = await createContext(process.env, () => new Date(Date.now() + aheadMs));
startDrain(context, 100);
startBatches(context, 50);
// What it waits with keeps no process alive.
setInterval(() => {}, 1000);
process.stdout.write('runs\n');
