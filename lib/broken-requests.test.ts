import { describe, expect, it } from 'vitest';
import { refusalOf } from './broken-requests';

const at = 'http://localhost:3000';
const post = (body: string, headers: Record<string, string>) =>
  refusalOf(new Request(`${at}/c/practice`, { method: 'POST', body, headers: { Host: 'localhost:3000', ...headers } }));
const form = { 'Content-Type': 'multipart/form-data; boundary=x' };
const action = { 'Next-Action': `7f${'0'.repeat(40)}` };
const text = { ...action, 'Content-Type': 'text/plain;charset=UTF-8' };
const part = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--x--\r\n`;

describe('an address', () => {
  it.each(['%E0%A4%A', '%', '%zz', '%C3%28', '%ff', 'a/%/b'])('%s cannot be decoded', async (path) => {
    expect(await refusalOf(new Request(`${at}/c/practice/${path}`))).toBe(404);
    expect(await refusalOf(new Request(`${at}/c/practice/${path}`, { method: 'POST' }))).toBe(404);
  });

  it.each(['%25', '%00', '%F0%9F%98%80', 'a%2Fb', 'list?q=%E0%A4%A', ''])('%s can', async (path) => {
    expect(await refusalOf(new Request(`${at}/c/practice/${path}`))).toBeNull();
  });
});

describe('a form sent to a page', () => {
  it.each(['garbage', '', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nk'])('%j is broken', async (body) => {
    expect(await post(body, form)).toBe(400);
  });

  it('without a boundary is broken', async () => {
    expect(await post(part('a', 'v'), { 'Content-Type': 'multipart/form-data' })).toBe(400);
  });

  it('whole is let through, as is what is no form', async () => {
    expect(await post(part('$ACTION_ID_7f00', ''), form)).toBeNull();
    expect(await post('a=%E0%A4%A', { 'Content-Type': 'application/x-www-form-urlencoded' })).toBeNull();
    expect(await post('{', { 'Content-Type': 'application/json' })).toBeNull();
  });

  it('that names no action is nobody’s', async () => {
    expect(await post(part('a', 'v'), form)).toBe(400);
  });

  it('too large is not read to its end', async () => {
    expect(await post(part('a', 'v'.repeat(2 * 1024 * 1024)), form)).toBe(413);
  });
});

describe('an action', () => {
  it.each(['', '[', 'garbage', 'null', '{}', '"x"'])('%j is no list of arguments', async (body) => {
    expect(await post(body, text)).toBe(400);
    expect(await post(part('0', body), { ...action, ...form })).toBe(400);
  });

  it.each([
    ...['["$"]', '["$F1"]', '["$@1"]', '["$K1"]', '["$Q0"]', '["$W0"]', '["$i0"]', '["$B1"]', '["$R1"]', '["$h1"]'],
    ...['["$0"]', '["$0:0"]', '[{"a":"$0:0"}]', '[{"a":{"b":"$0:0"}}]', '["$1"]', '[{},"$0:1"]', '[{},"$0:0:x"]'],
    ...['[{"a":"$nx"}]', '[{"a":"$n"}]', '["$0:__proto__"]', `${'['.repeat(90)}${']'.repeat(90)}`],
  ])('%s marks what no page of ours sends', async (body) => {
    expect(await post(body, text)).toBe(400);
  });

  it.each([
    '["$$F1",{"a":"$undefined","b":"$D2026-01-01T00:00:00.000Z","c":"$n-9","d":"$NaN","e":"$-Infinity","f":"$-0"}]',
    '[{"a":{"x":[]},"b":"$0:0:a","c":"$0:0:a:x"}]',
    '[{"connection":"practice","name":"costs $5"}]',
  ])('%s is what our pages send', async (body) => {
    expect(await post(body, text)).toBeNull();
  });

  it('may be given a form', async () => {
    expect(await post(part('0', '["$K1"]'), { ...action, ...form })).toBeNull();
    expect(await post(part('0', '["$K1x"]'), { ...action, ...form })).toBe(400);
  });

  it.each(['zz', '7f00', ''])('is not named %j', async (name) => {
    expect(await post('[]', { ...text, 'Next-Action': name })).toBe(400);
  });

  it('needs its arguments where the framework looks for them', async () => {
    expect(await post(part('7', '[]'), { ...action, ...form })).toBe(400);
  });

  it('with a list of arguments is let through', async () => {
    expect(await post('[{"a":1}]', text)).toBeNull();
    expect(await post(part('0', '["$K1"]'), { ...action, ...form })).toBeNull();
  });

  it.each([['cross-site'], ['same-site']])('that a browser calls %s is refused, whatever its origin', async (site) => {
    expect(await post('[]', { ...text, 'Sec-Fetch-Site': site })).toBe(403);
    expect(await post(part('a', 'v'), { ...form, 'Sec-Fetch-Site': site })).toBe(403);
    expect(await post('[]', { ...text, 'Sec-Fetch-Site': 'same-origin' })).toBeNull();
  });

  it.each([['https://evil.example'], ['null'], ['%%%']])('from %s is refused', async (origin) => {
    expect(await post('[]', { ...text, Origin: origin })).toBe(403);
    expect(await post(part('a', 'v'), { ...form, Origin: origin })).toBe(403);
  });

  it('from our own page is let through, also behind a proxy', async () => {
    expect(await post('[]', { ...text, Origin: at })).toBeNull();
    const forwarded = { 'X-Forwarded-Host': 'console.example, inner.example' };
    expect(await post('[]', { ...text, ...forwarded, Origin: 'https://console.example' })).toBeNull();
    expect(await post('[]', { ...text, ...forwarded, Origin: at })).toBe(403);
  });
});
