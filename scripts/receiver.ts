// The receiver as a process of its own (decisions 2, 8): the path of notifications and a health check, nothing else.
// Started by scripts/receiver.mjs, or with the settings of docs/configuration.md by whatever keeps processes alive.
import type { AddressInfo } from 'node:net';
import { keepCertificates } from '@/lib/connections/certificates';
import { ConfigurationFault, createContext } from '@/lib/context';
import { getHealth } from '@/lib/health';
import { receiverOf } from '@/lib/notifications/receiver';
import { createReceiverServer } from '@/lib/notifications/serve';

/** What is on its way gets this long before the process leaves. */
const GRACE_MS = 5_000;

const context = await createContext(process.env, () => new Date(), 'receiver').catch((error: unknown) => {
  if (!(error instanceof ConfigurationFault)) throw error;
  console.error(error.message);
  process.exit(78);
});
const { environment } = context;
const receiver = receiverOf(context);
const server = createReceiverServer({
  receiver,
  isWell: async () => (await getHealth(async () => context)).status === 'ok',
  trustProxy: environment.trustProxy,
});

keepCertificates(context);

const { host, port } = environment.receiver;
server.once('error', (error: NodeJS.ErrnoException) => {
  const example = `RECEIVER_PORT=${port + 1}`;
  console.error(`RECEIVER_PORT ${port} on ${host} cannot be used (${error.code}). Example: ${example}`);
  process.exit(78);
});
server.listen(port, host, () => {
  const address = server.address() as AddressInfo;
  for (const { connection } of context.accounts()) {
    console.log(`Notifications are received at http://${host}:${address.port}/api/notifications/${connection.slug}`);
  }
});

let isStopping = false;
async function stop() {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(1), GRACE_MS).unref();
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  await receiver.close();
  await context.close();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
