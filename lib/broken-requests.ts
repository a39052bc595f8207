// What the framework would meet with a fault of its own (500 and a stack in the log) although only the caller is wrong:
// told apart in the proxy, before it gets there.
import { readBody } from './read-body';

/** As `serverActions.bodySizeLimit` in next.config.js. */
const actionBytesMax = 2 * 1024 * 1024;

/** How the framework names an action, known or not: one that a newer build no longer has is its to answer. */
const actionId = /^[0-9a-f]{42}$/;

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The browser says that another site sent this. Compared with the host that the framework compares with; behind proxies
 * the front door has put our own name there. */
function isForeign({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return true;
  const origin = headers.get('origin');
  if (origin === null) return false;
  const host = headers.get('x-forwarded-host')?.split(',')[0]?.trim() ?? headers.get('host');
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

/** Deeper than any form of ours. */
const depthMax = 64;

/**
 * In the arguments of an action a text that begins with $ is a mark of the framework: an escaped one, nothing, a date, a
 * number that JSON has not. Marks for what no page of ours sends (promises, maps, functions, streams) wait for parts that do
 * not come, and end as faults.
 */
const valueMark = /^\$(\$|undefined$|D|n-?\d{1,40}$|NaN$|-?Infinity$|-0$)/;

/** A mark for something that stands earlier in the same list, named by its way from the top; never what it stands in. */
function isReference(mark: string, way: string, root: unknown[]): boolean {
  const [top, ...keys] = mark.slice(1).split(':');
  if (top !== '0' || keys.length === 0 || `${way}:`.startsWith(`:${keys.join(':')}:`)) return false;
  let at: unknown = root;
  for (const key of keys) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return false;
    at = (at as Record<string, unknown>)[key];
  }
  return typeof at === 'object' && at !== null;
}

/** The arguments of an action as our pages send them: a JSON list, alone or as field 0 of a form, which then may be one. */
function isArguments(text: FormDataEntryValue | null, isForm: boolean): boolean {
  const root = typeof text === 'string' ? parsed(text) : null;
  if (!Array.isArray(root)) return false;
  const waiting: { value: unknown; way: string; depth: number }[] = [{ value: root, way: '', depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, way, depth } = next;
    if (typeof value === 'string' && value.startsWith('$')) {
      const isForms = isForm && /^\$K[0-9a-f]{1,4}$/.test(value);
      if (!isForms && !valueMark.test(value) && !isReference(value, way, root)) return false;
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth === depthMax) return false;
    for (const [key, inner] of Object.entries(value))
      waiting.push({ value: inner, way: `${way}:${key}`, depth: depth + 1 });
  }
  return true;
}

async function refusalOfBody(request: Request, isAction: boolean, isForm: boolean): Promise<400 | 413 | null> {
  const bytes = await readBody(request, actionBytesMax);
  if (bytes === null) return 413;
  if (!isForm) return isArguments(new TextDecoder().decode(bytes), false) ? null : 400;
  const type = request.headers.get('content-type') ?? '';
  const form = await new Response(Buffer.from(bytes), { headers: { 'Content-Type': type } })
    .formData()
    .catch(() => null);
  if (!form) return 400;
  // Without the name of an action no page of ours reads a form.
  const isWhole = isAction
    ? isArguments(form.get('0'), true)
    : [...form.keys()].some((name) => name.startsWith('$ACTION_'));
  return isWhole ? null : 400;
}

/**
 * The status of a request that cannot be served as it came; null for every other. 404: its path cannot be decoded. 403: an
 * action asked for by another site. 400 and 413: an action or a form whose body is broken or too large. Its body is read:
 * the proxy's is a copy of the page's.
 */
export async function refusalOf(request: Request): Promise<400 | 403 | 404 | 413 | null> {
  if (!isDecodable(new URL(request.url).pathname)) return 404;
  if (request.method !== 'POST') return null;
  const action = request.headers.get('next-action');
  const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data') ?? false;
  if (action === null && !isForm) return null;
  if (isForeign(request)) return 403;
  return action === null || actionId.test(action) ? refusalOfBody(request, action !== null, isForm) : 400;
}
