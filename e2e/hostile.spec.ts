// What strangers and damaged programs send, to every route that there is, as somebody who may do everything: it is
// refused or answered, never a fault of ours, and no answer tells how we are made.
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { consoleLog, expect, inDatabase, setting, test } from './fixtures';

const app = new URL('../app/', import.meta.url);
const filesNamed = (folder: URL, name: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.split('/').at(-1) === name)
    .map((file) => file.split('/').slice(0, -1));

/** What stands in an address where a person or a program would put an id or a word. */
const texts = {
  sql: `1'; DROP TABLE "Staff"; --`,
  html: `"><script>alert(1)</script><img src=x onerror=alert(1)>`,
  long: 'a'.repeat(3000),
  nul: 'a\0b',
  lines: 'a\r\nSet-Cookie: a=b',
  path: '../../../../etc/passwd',
  template: '{{7*7}}#{7*7}<%= 7*7 %>%s%n',
  marks: '\u202e\u200b\ufeff\u{1f600}',
  negative: '-1',
  infinite: '1e999',
  nothing: 'null',
  prototype: '__proto__',
  uuid: '00000000-0000-4000-8000-000000000000',
};
type Kind = keyof typeof texts;
const kinds = Object.keys(texts) as Kind[];
/** Those that differ most from one another, for what is asked very often. */
const worst: Kind[] = ['sql', 'html', 'nul', 'infinite'];

/** Whatever any list or page reads from its address; asked for all together, and some alone. */
const keys = [
  ...['q', 'cursor', 'size', 'sort', 'dir', 'view', 'tab', 'part', 'kind', 'state', 'states', 'status', 'outcome'],
  ...['owner', 'from', 'to', 'day', 'at', 'type', 'event', 'cause', 'currency', 'amount', 'maker', 'actor', 'action'],
  ...['object', 'connection', 'next', 'reason', 'version', 'standing', 'source', 'name', 'batch', 'contract_id'],
  ...['sub_mchid', 'applyment_id', 'out_trade_no', 'attempt', 'before', 'after', 'compare', 'open', 'contract', 'mode'],
];

const internals =
  /node_modules|\.next\/server|PrismaClient|\bprisma\b|invocation|\n\s+at \S+ \(|syntax error at|relation "|column "|SELECT |postgres(ql)?:\/\/|ECONNRE|file:\/\/|BEGIN [A-Z ]*PRIVATE KEY/;

/** An answer that is none of a fault, tells nothing of our inside, and runs nothing of what was sent. */
async function expectSound(answer: APIResponse, what: string, isOk = (status: number) => status < 500) {
  expect.soft(isOk(answer.status()), `${what} → ${answer.status()}`).toBe(true);
  const type = answer.headers()['content-type'] ?? '';
  if (!/text|json|component/.test(type)) return;
  const body = await answer.text();
  expect.soft(body.match(internals)?.[0] ?? '', what).toBe('');
  if (type.includes('html')) expect.soft(/<script>alert|<img src=x/.test(body), `${what} comes back`).toBe(false);
  expect.soft(answer.headers()['set-cookie'] ?? '', what).not.toContain('a=b');
}

/** Lines of our log that tell of a fault. */
const faults = () =>
  consoleLog()
    .split('\n')
    .filter((line) => /"level":50|Error|⨯|^\s+at /.test(line));

/** The address of a route with the same text in every part that is not fixed. */
const addressWith = (parts: string[], text: string, connection = 'practice') =>
  parts
    .filter((part) => !part.startsWith('('))
    .map((part) => (part === '[connection]' ? connection : part.startsWith('[') ? encodeURIComponent(text) : part))
    .join('/');

const pages = filesNamed(app, 'page.tsx');
const routes = filesNamed(app, 'route.ts').map((parts) => ({
  parts,
  methods: [
    ...readFileSync(new URL(`${parts.join('/')}/route.ts`, app), 'utf8').matchAll(/\b(GET|POST|PUT|PATCH|DELETE)\b/g),
  ].map(([method]) => method),
}));

test.describe('as somebody who may do everything', () => {
  test.use({ role: 'admin' });
  test.describe.configure({ mode: 'parallel' });
  let before = 0;
  test.beforeEach(() => {
    test.slow();
    before = faults().length;
  });
  // Another journey at the same time may provoke a line of its own; ours would be here each time.
  const expectNoFaults = () => expect(faults().slice(before)).toEqual([]);

  test('no address of a page is a fault', async ({ context }) => {
    for (const parts of pages) {
      for (const kind of kinds) {
        const path = `/${addressWith(parts, texts[kind])}`;
        if (parts.filter((part) => part.startsWith('[')).length > 1)
          await expectSound(await context.request.get(path, { maxRedirects: 0 }), `${kind} in ${path.slice(0, 200)}`);
      }
      // The connection itself.
      if (parts.includes('[connection]')) {
        for (const kind of ['sql', 'nul', 'prototype'] as const) {
          const path = `/${addressWith(parts, 'x', encodeURIComponent(texts[kind]))}`;
          await expectSound(await context.request.get(path, { maxRedirects: 0 }), `${kind} in ${path.slice(0, 200)}`);
        }
      }
    }
    expectNoFaults();
  });

  test('nothing that a page reads from its address is a fault', async ({ context }) => {
    for (const parts of pages) {
      const path = `/${addressWith(parts, '1900003028')}`;
      for (const kind of worst) {
        // Not so long that the server refuses the whole address before anybody reads it.
        const text = encodeURIComponent(texts[kind].slice(0, 150));
        const all = keys.map((key) => `${key}=${text}`).join('&');
        await expectSound(await context.request.get(`${path}?${all}`, { maxRedirects: 0 }), `${kind} in ${path}?…`);
      }
      const twice = keys.map((key) => `${key}=a&${key}=b&${key}[]=c&${key}[x]=d`).join('&');
      await expectSound(await context.request.get(`${path}?${twice}`, { maxRedirects: 0 }), `twice in ${path}`);
    }
    expectNoFaults();
  });

  test('nothing that a route is sent is a fault', async ({ context }) => {
    const [me] = await inDatabase('select "id" from "Staff" where "email" = $1', ['admin@practice.example']);
    const bodies: Record<string, string | Buffer> = {
      empty: '',
      garbage: 'garbage',
      object: '{}',
      list: '[]',
      null: 'null',
      text: '"x"',
      number: '1e999',
      deep: '['.repeat(20_000),
      prototype: '{"__proto__":{"a":1},"constructor":1,"version":"x","baseVersion":{},"content":[]}',
      draft: '{"version":null,"baseVersion":1,"content":{"name":{"a":[]},"domains":"x","contact":null}}',
      nul: '{"version":null,"baseVersion":1,"content":{"name":"a\\u0000b"}}',
      bytes: Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x00, 0x0a, 0xc3, 0x28]),
      csv: 'sub_mchid,name\r\n=1+1,"<script>alert(1)</script>\r\n',
      html: '<!DOCTYPE html><script>alert(1)</script>',
    };
    for (const { parts, methods } of routes) {
      for (const method of methods) {
        // A stream that never ends.
        if (parts.join('/').startsWith('api/events')) continue;
        for (const kind of kinds) {
          const all = keys.map((key) => `${key}=${encodeURIComponent(texts[kind].slice(0, 150))}`).join('&');
          const path = `/${addressWith(parts, texts[kind])}`;
          const what = `${method} ${kind} in ${path.slice(0, 200)}`;
          const headers = { 'X-Opened-By': me?.id, 'X-File-Name': encodeURIComponent(texts[kind]) };
          await expectSound(await context.request.fetch(`${path}?${all}`, { method, headers, maxRedirects: 0 }), what);
        }
        if (method === 'GET') continue;
        for (const [name, data] of Object.entries(bodies)) {
          const path = `/${addressWith(parts, '1900003028')}?kind=contract.terminate&source=paste`;
          for (const type of ['application/json', 'a/b;;=']) {
            const headers = { 'X-Opened-By': me?.id, 'X-File-Name': '%E0%A4%A', 'Content-Type': type };
            const what = `${method} ${path} with ${name} as ${type}`;
            await expectSound(await context.request.fetch(path, { method, headers, data, maxRedirects: 0 }), what);
          }
        }
      }
    }
    expectNoFaults();
  });

  test('nothing that an action is given is a fault', async ({ context }) => {
    const manifest = JSON.parse(
      readFileSync(join(setting('E2E_BUILD'), '.next/server/server-reference-manifest.json'), 'utf8'),
    ) as { node: Record<string, { exportedName?: string; workers: Record<string, unknown> }> };
    const wrong = [null, -1, [], { a: { b: [] } }, texts.nul, texts.sql, texts.uuid];
    const named = [
      ...[
        'name',
        'id',
        'sub_mchid',
        'contract_id',
        'applyment_id',
        'out_trade_no',
        'kind',
        'staffId',
        'roles',
        'email',
      ],
      ...['version', 'reason', 'evidence', 'content', 'password', 'token', 'key', 'rule', 'text', 'pem', 'approvalId'],
      ...[
        'requestId',
        'decision',
        'ids',
        'batchId',
        'days',
        'calendar',
        'owner',
        'serial',
        'media_id',
        'state',
        'note',
      ],
    ];
    const given: unknown[][] = [
      [],
      ...wrong.map((value) => [value]),
      ...wrong.map((value) => [{ connection: 'practice', ...Object.fromEntries(named.map((name) => [name, value])) }]),
      [{ connection: 'practice' }, { connection: 'practice' }],
      [{ connection: texts.nul }],
      ...shapes.map((shape) => [{ connection: 'practice', ...shape }]),
    ];
    const ids = Object.entries(manifest.node);
    expect(ids.length).toBeGreaterThan(60);
    for (const [id, { exportedName, workers }] of ids) {
      const [page = ''] = Object.keys(workers);
      const path = `/${addressWith(page.split('/').slice(1, -1), '1900003028')}`;
      if (meetsOthers.includes(exportedName ?? '')) continue;
      for (const values of given) await act(context.request, path, id, JSON.stringify(values), exportedName ?? id);
      for (const data of ['["$F1"]', '["$Q0"]', '["$0:0"]', '[{"a":"$D2024","b":"$n9"}]', '["$undefined"]'])
        await act(context.request, path, id, data, exportedName ?? id);
    }
    expectNoFaults();
  });
});

const intent = '00000000-0000-4000-8000-000000000000';
const spoilt = texts.nul;
/** Arguments that are whole but for texts that no column can hold: they get as far as the database, where nothing stops them. */
const shapes = [
  { contractId: spoilt },
  { serial: spoilt, intent, reason: 'x' },
  { serial: '1', intent, reason: spoilt },
  { picture: { subMchid: spoilt, mediaId: spoilt } },
  {
    contractId: '1000000001',
    objectId: '1000000001',
    intent,
    reason: spoilt,
    baseVersion: 1,
    values: { termination_note: 'Test.', sub_appid: '' },
    isNoteChecked: false,
  },
  { outTradeNo: spoilt, intent, reason: spoilt },
  { subMchid: spoilt, intent, reason: spoilt, evidence: [intent], seenAt: '2026-01-01T00:00:00Z', seenWhere: 'other' },
];

/**
 * What works with nothing but a reason, or with nothing: it would end the session with which the others are asked, those of
 * journeys beside this one, or stop what they send.
 */
const meetsOthers = ['signOutAction', 'endOtherSessionsAction', 'stopSendingAction'];

async function act(request: APIRequestContext, path: string, id: string, data: string, name: string) {
  const headers = { 'Next-Action': id, 'Content-Type': 'text/plain;charset=UTF-8', Accept: 'text/x-component' };
  const answer = await request.post(path, { headers, data, maxRedirects: 0 });
  await expectSound(answer, `${name} of ${data.slice(0, 200)}`);
}

test('a method that nothing here has, and a caller who breaks off, are no faults', async ({ request }) => {
  const before = faults().length;
  for (const path of ['/', '/sign-in', '/api/health', '/api/notifications/practice', '/_next/static/none.js']) {
    for (const method of ['TRACE', 'PROPFIND']) {
      const answer = await request.fetch(path, { method, maxRedirects: 0 });
      expect(answer.status(), `${method} ${path}`).toBe(405);
      expect(answer.headers().allow).toContain('GET');
    }
  }
  const { port, host } = new URL(setting('E2E_URL'));
  const begun = (path: string, headers: string[]) =>
    ['POST', path, 'HTTP/1.1'].join(' ') +
    ['', `Host: ${host}`, 'Content-Length: 900', ...headers, '', 'a'].join('\r\n');
  const action = `Next-Action: 40${'0'.repeat(40)}`;
  for (const message of [
    begun('/sign-in', [action, 'Content-Type: text/plain']),
    begun('/sign-in', ['Content-Type: multipart/form-data; boundary=x']),
    begun('/sign-in', ['Content-Type: text/plain']),
    begun('/api/auth/callback/credentials', ['Content-Type: application/x-www-form-urlencoded']),
    begun('/api/notifications/practice', ['Content-Type: application/json']),
  ]) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(message);
    await new Promise((wait) => setTimeout(wait, 500));
    socket.destroy();
  }
  await new Promise((wait) => setTimeout(wait, 1000));
  expect(faults().slice(before)).toEqual([]);
});
