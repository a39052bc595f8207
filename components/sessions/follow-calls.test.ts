import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followCalls } from './follow-calls';

const asked: { input: unknown; headers: Headers }[] = [];
let answer = new Response();
const browsers = async (input: unknown, init?: RequestInit) => {
  asked.push({ input, headers: new Headers(init?.headers) });
  return answer;
};
const onSignedOut = vi.fn();
let letDraw = () => {};
const redraws: boolean[] = [];
let unfollow = () => {};

beforeEach(() => {
  asked.length = 0;
  onSignedOut.mockClear();
  const location = new URL('https://console.example/c/practice/contracts?tab=open&q=a');
  vi.stubGlobal('window', { fetch: browsers, location });
  redraws.length = 0;
  const mayDraw = (isRedraw: boolean) =>
    new Promise<void>((resolve) => {
      redraws.push(isRedraw);
      letDraw = resolve;
    });
  unfollow = followCalls({ staffId: 'me', onSignedOut, mayDraw });
});
afterEach(() => vi.unstubAllGlobals());

const act = () =>
  window.fetch('/c/practice', { method: 'POST', headers: { 'next-action': '4f', Accept: 'text/x-component' } });
const settled = () => new Promise((resolve) => setTimeout(resolve, 10));

describe('the calls of an open page', () => {
  it('say of each action whose page it is, and of nothing else', async () => {
    answer = new Response('1:{"ok":true,"value":null}');
    await act();
    await window.fetch('/api/health', { headers: { Accept: 'application/json' } });
    expect(asked.map(({ headers }) => headers.get('x-opened-by'))).toEqual(['me', null]);
    expect(asked.map(({ headers }) => headers.get('accept'))).toEqual(['text/x-component', 'application/json']);
  });

  it('leave their answers whole to whoever called', async () => {
    answer = new Response('1:{"ok":false,"refusal":{"kind":"signed-out"}}');
    expect(await (await act()).text()).toContain('signed-out');
  });

  it.each([
    ['an action that was refused', '1:{"ok":false,"refusal":{"kind":"signed-out"}}', 200, true],
    ['an action that was not', '1:{"ok":true,"value":"what somebody typed: signed-out"}', 200, false],
    ['an action that was refused for something else', '1:{"ok":false,"refusal":{"kind":"forbidden"}}', 200, false],
    ['a route that was refused', '{}', 401, true],
  ])('tell that nobody is signed in by %s: %s', async (_, body, status, isTold) => {
    answer = new Response(body, { status });
    await act();
    await settled();
    expect(onSignedOut).toHaveBeenCalledTimes(isTold ? 1 : 0);
  });

  it('draw a page anew only when they may', async () => {
    answer = new Response();
    const drawn = window.fetch('/c/practice', { headers: { RSC: '1' } });
    await settled();
    expect(asked).toHaveLength(0);
    letDraw();
    await drawn;
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['/c/practice/contracts?tab=open&q=a&_rsc=1x2', {}, true],
    ['/c/practice/contracts?tab=open&q=b&_rsc=1x2', {}, false],
    ['/c/practice/approvals?_rsc=1x2', {}, false],
    ['/c/practice/contracts?tab=open&q=a&_rsc=1x2', { 'Next-Router-Prefetch': '1' }, false],
  ])('know the page that is open from one that somebody goes to: %s %j', async (path, headers, isRedraw) => {
    const drawn = window.fetch(path, { headers: { RSC: '1', ...headers } });
    await settled();
    expect(redraws).toEqual([isRedraw]);
    letDraw();
    await drawn;
  });

  it('are the browser’s own again afterwards', () => {
    unfollow();
    expect(window.fetch).toBe(browsers);
  });
});
