import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dialects } from '../platform/dialect';
import { apiKey, createPlatform, envelopeOf, mchid, record } from '../testing/platform-sender';
import { certificateOf, vectorCase } from '../testing/vectors';
import type { Sample } from './bench';
import { judgeSample, readHeaders } from './bench';
import { tryToSeal } from './seal-test';

const now = new Date('2026-11-28T08:00:00.000Z');
const platform = createPlatform(() => now);
const world = {
  dialect: dialects.servicepay,
  certificates: [platform.certificate],
  keys: [
    { place: 'current' as const, fingerprint: '00000000', key: randomBytes(32) },
    { place: 'added' as const, fingerprint: '11111111', key: apiKey },
  ],
  addressee: { mode: 'institutional' as const, mchid },
  now,
};

const judge = (sample: Partial<Sample>, more: Partial<typeof world> = {}) => {
  const report = judgeSample({ body: '', headers: '', ...sample }, { ...world, ...more });
  const of = (step: string) => report.findings.find((found) => found.step === step);
  return { ...report, of };
};
const bodyOf = (...envelope: Parameters<typeof envelopeOf>) => envelopeOf(...envelope).toString();
const lines = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
const words = ({ findings }: ReturnType<typeof judge>) => findings.map(({ step, verdict }) => `${step} ${verdict}`);

describe('a sample body', () => {
  it('that opens is told step by step, with the key that fits', () => {
    const report = judge({ body: bodyOf(record()) });
    expect(words(report)).toEqual([
      'headers skipped',
      'time skipped',
      'serial skipped',
      'signature skipped',
      'json ok',
      'envelope ok',
      'keys ok',
      'nonce ok',
      'associated-data ok',
      'ciphertext ok',
      'tag ok',
      'content ok',
      'ours ok',
    ]);
    expect(report.of('tag')).toMatchObject({ say: 'added', params: { name: world.keys[1]?.fingerprint } });
    expect(report.of('nonce')?.params).toMatchObject({ bytes: 12 });
    expect(report.of('associated-data')?.params).toMatchObject({ bytes: 9, text: 'applyment' });
  });

  it('comes back masked: nothing that could be personal, and no key', () => {
    const personal = 'Chan Tai Man';
    const report = judge({ body: bodyOf({ ...record(), payer: { name: personal }, director: personal }) });
    expect(report.content.find(({ path }) => path === 'payer.name')).toEqual({
      path: 'payer.name',
      value: '•••',
    });
    expect(report.content.find(({ path }) => path === 'sub_mchid')).toMatchObject({ value: '1900003001' });
    const text = JSON.stringify(report);
    expect(text).not.toContain(personal);
    expect(text).not.toContain(apiKey.toString());
  });

  it.each([
    ['nothing', '', 'json', 'empty'],
    ['text', 'hello', 'json', 'not-json'],
    ['another object', '{"a":1}', 'envelope', 'not-one'],
    ['a long nonce', bodyOf(record(), { nonce: 'abcdefghijklmnop' }), 'nonce', 'length'],
    ['long associated data', bodyOf(record(), { associatedData: 'a'.repeat(17) }), 'associated-data', 'too-long'],
    ['another key', bodyOf(record(), { key: randomBytes(32) }), 'tag', 'no-key'],
    ['an array inside', bodyOf(null, { content: '[1]' }), 'content', 'not-an-object'],
    ['another institution', bodyOf(record({ sp_mchid: '1' })), 'ours', 'foreign'],
  ])('%s: the step is named', (_, body, step, say) => {
    const report = judge({ body });
    expect(report.of(step)).toMatchObject({ verdict: 'wrong', say });
    const after = report.findings.slice(report.findings.findIndex((found) => found.step === step) + 1);
    expect(after.every(({ verdict }) => verdict === 'skipped' || step === 'nonce' || step === 'associated-data')).toBe(
      true,
    );
  });

  it('with ciphertext that is cut short or not Base64 says so', () => {
    const whole = JSON.parse(bodyOf(record())) as { resource: { ciphertext: string } };
    const withText = (ciphertext: string) => JSON.stringify({ ...whole, resource: { ...whole.resource, ciphertext } });
    expect(judge({ body: withText('AAAA') }).of('ciphertext')).toMatchObject({
      say: 'too-short',
      params: { bytes: 3 },
    });
    expect(judge({ body: withText(`${whole.resource.ciphertext}=`) }).of('ciphertext')).toMatchObject({
      say: 'not-base64',
    });
  });

  it('may be Base64 of the raw bytes, whose line ends pasting would change', () => {
    const body = Buffer.from(bodyOf(record()).replaceAll(',', ',\r\n'));
    const { headers } = platform.signed(body);
    const report = judge({ body: body.toString('base64'), headers: lines(headers) });
    expect(report.of('json')?.say).toBe('from-base64');
    expect(report.of('signature')).toMatchObject({ verdict: 'ok' });
  });
});

describe('a sample with its headers', () => {
  const body = bodyOf(record());
  const { headers } = platform.signed(Buffer.from(body));

  it.each([
    ['lines', lines(headers)],
    ['JSON', JSON.stringify(headers)],
    [
      'curl',
      Object.entries(headers)
        .map(([name, value]) => `  -H '${name}: ${value}' \\`)
        .join('\n'),
    ],
  ])('verifies, from %s', (_, text) => {
    expect(words(judge({ body, headers: text })).slice(0, 4)).toEqual([
      'headers ok',
      'time ok',
      'serial ok',
      'signature ok',
    ]);
  });

  it('an old one is judged as of its own time', () => {
    const old = judge({ body, headers: lines(headers) }, { now: new Date(now.getTime() + 3_600_000) });
    expect(old.of('time')).toMatchObject({ verdict: 'note', say: 'old', params: { seconds: 3600 } });
    expect(old.of('signature')).toMatchObject({ verdict: 'ok' });
  });

  it('names missing headers, milliseconds, an unknown serial, a decimal serial, a wrong signature and a probe', () => {
    const change = (more: Record<string, string>) => judge({ body, headers: lines({ ...headers, ...more }) });
    expect(judge({ body, headers: 'content-type: x' }).of('headers')?.params.names).toMatch(/Servicepay-Timestamp/);
    expect(change({ 'servicepay-timestamp': '2026-11-28' }).of('time')).toMatchObject({ say: 'not-seconds' });
    expect(change({ 'servicepay-serial': 'ABCDEF01' }).of('serial')).toMatchObject({ say: 'unknown' });
    const decimal = BigInt(`0x${platform.certificate.serial}`).toString();
    expect(change({ 'servicepay-serial': decimal }).of('serial')).toMatchObject({ say: 'decimal' });
    expect(change({ 'servicepay-serial': platform.certificate.serial.toLowerCase() }).of('serial')).toMatchObject({
      say: 'held',
    });
    expect(change({ 'servicepay-nonce': 'other' }).of('signature')).toMatchObject({ verdict: 'wrong' });
    expect(change({ 'servicepay-signature': 'SERVICEPAY/SIGNTEST/x' }).of('signature')).toMatchObject({ say: 'probe' });
  });

  it('reads no header from rubbish', () => {
    expect(readHeaders('POST /x HTTP/1.1\n{}\n: x')).toEqual({});
  });
});

describe('the encryption test', () => {
  const certificate = certificateOf(vectorCase('certificates', 'crt-go-02').certificate);

  it('tells bytes in, the budget and what comes out', () => {
    expect(tryToSeal('鑰'.repeat(10), certificate.serial.toLowerCase(), [certificate])).toEqual({
      serial: certificate.serial,
      bytes: 30,
      budgetBytes: 245,
      sealed: { bytes: 256, characters: 344 },
    });
    expect(tryToSeal('x'.repeat(245), certificate.serial, [certificate])?.sealed).not.toBeNull();
    expect(tryToSeal('x'.repeat(246), certificate.serial, [certificate])).toMatchObject({ bytes: 246, sealed: null });
    expect(tryToSeal('x', '00', [certificate])).toBeNull();
  });
});
