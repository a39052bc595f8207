// One look at our own endpoint from outside: two calls over the network, and what their answers are worth.

import { parseJson } from '@/lib/platform/json';
import type { Exchange } from '@/lib/platform/transport';
import { exchange, productVersion } from '@/lib/platform/transport';
import { acknowledgement } from '@/lib/platform/wire/notification';
import { isThisMachine } from '@/lib/this-machine';
import { isReachable } from './address';
import type { CheckResult, EndpointCheck } from './view';

/** Our answer is due within five seconds (notes 6.5). */
const DEADLINE_MS = 5_000;

type Answered = Awaited<ReturnType<typeof exchange>>;

/** What the look saw. `tookMs` is how long the answer to the post took, null without one. */
export type Look = { checks: CheckResult[]; tookMs: number | null };

/** Whether an answer is the refusal that our receiver gives: the status, and its own JSON. */
function isOurRefusal(answer: Answered, status: number): boolean {
  if (answer.kind !== 'response' || answer.status !== status) return false;
  const body = acknowledgement.safeParse(parseJson(answer.body));
  return body.success && body.data.code === 'FAIL';
}

const said = (answer: Answered) => (answer.kind === 'response' ? String(answer.status) : answer.cause);

/**
 * Posts an unsigned body and asks with GET, as a stranger would, and judges address and answers. `hasArrived` is asked
 * once the post is answered: whether it was our own receiver, on our own database, that met it.
 */
export async function lookAt(
  url: string,
  {
    environment,
    headers,
    hasArrived,
  }: {
    environment: string;
    headers: Readonly<Record<string, string>>;
    hasArrived: () => Promise<boolean>;
  },
): Promise<Look> {
  const base = new URL(url);
  const call = (more: Pick<Exchange, 'method' | 'headers' | 'body'>) =>
    exchange({ base, path: `${base.pathname}${base.search}`, timeoutMs: DEADLINE_MS, ...more });
  const agent = { Accept: '*/*', 'User-Agent': `Subdesk/${productVersion} self-test` };
  const body = Buffer.from('{}');
  const posted = { ...agent, 'Content-Type': 'application/json', 'Content-Length': String(body.length), ...headers };
  const began = performance.now();
  const post = call({ method: 'POST', headers: posted, body }).then((answer) => ({
    answer,
    tookMs: Math.round(performance.now() - began),
  }));
  const [{ answer, tookMs }, got] = await Promise.all([post, call({ method: 'GET', headers: agent, body: null })]);
  const isAnswered = answer.kind === 'response';
  const checks: CheckResult[] = [];
  const note = (check: EndpointCheck, ok: boolean | null, detail = '') => checks.push({ check, ok, detail });
  note('https', base.protocol === 'https:' || isThisMachine(base), base.protocol.slice(0, -1));
  note('public', isReachable(url, environment), base.hostname);
  note('no-query', base.search === '' && base.hash === '');
  note('reached', isAnswered || answer.cause === 'tls', said(answer));
  note(
    'chain',
    base.protocol === 'https:' ? (isAnswered ? true : answer.cause === 'tls' ? false : null) : null,
    base.protocol.slice(0, -1),
  );
  const isRedirect = isAnswered && answer.status >= 300 && answer.status < 400;
  note('no-redirect', isAnswered ? !isRedirect : null, said(answer));
  note('refuses-unsigned', isAnswered ? isOurRefusal(answer, 401) : null, said(answer));
  note('refuses-get', got.kind === 'response' ? isOurRefusal(got, 405) : null, said(got));
  note('arrived', isAnswered ? await hasArrived() : null);
  note('in-time', isAnswered ? tookMs <= DEADLINE_MS : null, String(tookMs));
  return { checks, tookMs: isAnswered ? tookMs : null };
}
