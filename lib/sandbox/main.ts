// The sandbox as a process of its own. Says one line when it is ready and nothing about anybody afterwards.
import { isNotifyUrl } from './notification-controls';
import { createSandbox } from './server';

const port = Number(process.env.SANDBOX_PORT ?? '0');
const stateDir = process.env.SANDBOX_STATE_DIR || null;
/** Milliseconds by which its clock differs from the machine's. */
const clockOffsetMs = Number(process.env.SANDBOX_CLOCK ?? '0');
/** Where notifications go; without it, where a control last sent them. */
const notifyUrl = process.env.SANDBOX_NOTIFY_URL || undefined;
/** The same for the merchant in common mode. */
const notifyUrlCommon = process.env.SANDBOX_NOTIFY_URL_COMMON || undefined;
const dialect = process.env.SANDBOX_DIALECT ?? 'servicepay';

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}

if (!Number.isInteger(port) || port < 0 || port > 65_535) stop('SANDBOX_PORT is a port number, for example 4010');
if (!Number.isInteger(clockOffsetMs)) stop('SANDBOX_CLOCK is a number of milliseconds, for example -60000');
if (dialect !== 'servicepay' && dialect !== 'wechatpay') stop('SANDBOX_DIALECT is servicepay or wechatpay');
for (const [name, url] of Object.entries({
  SANDBOX_NOTIFY_URL: notifyUrl,
  SANDBOX_NOTIFY_URL_COMMON: notifyUrlCommon,
})) {
  if (url === undefined || isNotifyUrl(url)) continue;
  stop(
    `${name} is an http or https address without a query, for example http://127.0.0.1:3000/api/notifications/practice`,
  );
}

const sandbox = await createSandbox({
  stateDir,
  dialect,
  now: () => new Date(Date.now() + clockOffsetMs),
  ...(notifyUrl === undefined ? {} : { notifyUrl }),
  ...(notifyUrlCommon === undefined ? {} : { notifyUrlCommon }),
  deliver: 'timer',
}).catch((cause: unknown) =>
  stop(`The sandbox cannot use ${stateDir}: ${cause instanceof Error ? cause.message : 'error'}`),
);
const url = await sandbox
  .listen(port)
  .catch((cause: NodeJS.ErrnoException) => stop(`The sandbox cannot listen on port ${port}: ${cause.code}`));
console.log(JSON.stringify({ ready: true, port: Number(new URL(url).port), url }));

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    sandbox.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}
