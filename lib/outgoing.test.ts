// Where calls leave this process: one place, which goes to the address that it is given, follows no redirect, and is given
// none but the connection's and our own endpoint's.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const isServers = (file: string) =>
  /\.tsx?$/.test(file) &&
  !/\.test\.|^lib\/(testing|sandbox|db\/generated)\//.test(file) &&
  // These run in the browser, whose policy lets it ask nobody but us.
  !file.endsWith('/query-options.ts');
const files = ['lib', 'app']
  .flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .concat('proxy.ts', 'instrumentation.ts')
  .filter(isServers)
  .map((file) => ({ file, source: readFileSync(new URL(file, root), 'utf8') }));
const filesWith = (pattern: RegExp) => files.flatMap(({ file, source }) => (pattern.test(source) ? [file] : [])).sort();

describe('calls out of this process', () => {
  it('are made by the transport alone', () => {
    expect(filesWith(/from 'node:(https|http2|net|tls|dns|dgram|child_process)/)).toEqual([
      'lib/platform/transport.ts',
    ]);
    // The two others only listen.
    expect(filesWith(/from 'node:http'/)).toEqual([
      'lib/front-door.ts',
      'lib/notifications/serve.ts',
      'lib/platform/transport.ts',
    ]);
    expect(filesWith(/(?<![.\w])fetch\(|\bundici\b|\bnew WebSocket\b/)).toEqual([]);
  });

  it('of the sign-in package go through one file, which refuses every address but the issuer of the settings', () => {
    // `lib/oidc/oidc.integration.test.ts` says what it refuses, against a real issuer.
    expect(filesWith(/from 'openid-client'/)).toEqual(['lib/oidc/provider.ts']);
    expect(filesWith(/from 'next-auth\/providers\/(?!credentials|oauth)/)).toEqual([]);
  });

  it('go to the connection, or look at our own endpoint', () => {
    expect(filesWith(/\bexchange\(/)).toEqual(['lib/endpoint/look.ts', 'lib/platform/transport.ts']);
  });
});
