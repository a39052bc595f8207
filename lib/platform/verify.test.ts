import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { certificateOf, signingPair, vectorCase } from '../testing/vectors';
import { newestValid } from './certificates';
import { messageText, signRsaSha256 } from './crypto/sign';
import { dialects } from './dialect';
import { verifyMessage } from './verify';

const { certificate, privateKey } = signingPair();
const otherCertificate = certificateOf(vectorCase('certificates', 'crt-go-02').certificate);
const dialect = dialects.servicepay;
const now = new Date('2026-11-01T00:00:00Z');
const nowSeconds = now.getTime() / 1000;
const body = Buffer.from('{ "sub_mchid":"2400000100" }\r\n');

function message(change: Record<string, string> = {}, timestamp = String(nowSeconds), signed = body) {
  const nonce = 'c5ac7061fccab6bf3e254dcf98995b8c';
  const headers: Record<string, string> = {
    'servicepay-timestamp': timestamp,
    'servicepay-nonce': nonce,
    'servicepay-serial': certificate.serial,
    'servicepay-signature': signRsaSha256(messageText({ timestamp, nonce, body: signed }), privateKey),
  };
  return { dialect, body: signed, headers: { ...headers, ...change } };
}

const state = (given: ReturnType<typeof message>, certificates = [otherCertificate, certificate], at = now) =>
  verifyMessage(given, certificates, at);

describe('verifyMessage', () => {
  it('accepts the platform’s own signature over the raw bytes', () => {
    expect(state(message())).toBe('valid');
    expect(state(message({ 'servicepay-serial': certificate.serial.toLowerCase() }))).toBe('valid');
    expect(state({ ...message(), body: Buffer.from(JSON.stringify(JSON.parse(body.toString()))) })).toBe('wrong');
  });

  it('takes the bytes as another language writes them, and no others of the same meaning (bug-notify-body-01, bug-notify-body-02, bug-notify-body-04)', () => {
    for (const text of [
      '{ "z" : 1.0, "a" : "x" }\r\n',
      String.raw`{"summary":"\u5ba1\u6838\u901a\u8fc7","url":"https:\/\/shop.example\/pay"}`,
      '{"applyment_id":9007199254740993,"a":1,"a":2}',
    ]) {
      const bytes = Buffer.from(text);
      expect(state(message({}, undefined, bytes))).toBe('valid');
      const again = Buffer.from(JSON.stringify(JSON.parse(text)));
      expect(state({ ...message({}, undefined, bytes), body: again })).toBe('wrong');
      const moved = Buffer.from(text.replace('"', ' "'));
      expect(state({ ...message({}, undefined, bytes), body: moved })).toBe('wrong');
    }
  });

  it('accepts 300 seconds of difference either way, not more, and no milliseconds (bug-verify-bypass-05)', () => {
    expect(state(message({}, String(nowSeconds - 299)))).toBe('valid');
    expect(state(message({}, String(nowSeconds - 300)))).toBe('valid');
    expect(state(message({}, String(nowSeconds + 300)))).toBe('valid');
    expect(state(message({}, String(nowSeconds - 301)))).toBe('stale');
    expect(state(message({}, String(nowSeconds + 301)))).toBe('stale');
    expect(state(message({}, String(nowSeconds * 1000)))).toBe('stale');
  });

  it.each(['', ' 1793491200', '1793491200.0', '0x6ae68f00', '1e9', '-1', 'NaN'])(
    'refuses a timestamp that is not a plain integer: "%s"',
    (timestamp) => {
      expect(state(message({}, timestamp))).toBe('wrong');
    },
  );

  it('lets the serial alone choose the key: what A signed under the name of B is wrong (bug-cert-rotation-08)', () => {
    expect(state(message({ 'servicepay-serial': otherCertificate.serial }))).toBe('wrong');
    expect(state(message({ 'servicepay-serial': 'AB' }))).toBe('unknown-serial');
    expect(state(message(), [otherCertificate])).toBe('unknown-serial');
  });

  it('knows the older of two certificates as long as it is valid (bug-cert-rotation-03)', () => {
    const ending = { ...certificate, expireTime: new Date('2026-11-02') };
    expect(newestValid([ending, otherCertificate], now)).toBe(otherCertificate);
    expect(state(message(), [otherCertificate, ending])).toBe('valid');
  });

  it('does not know a certificate outside its times', () => {
    const ended = { ...certificate, expireTime: now };
    expect(state(message(), [ended])).toBe('unknown-serial');
  });

  it('tells a probe, whatever its vendor word, from a forgery (bug-verify-bypass-02)', () => {
    expect(state(message({ 'servicepay-signature': 'WECHATPAY/SIGNTEST/abcd' }))).toBe('probe');
    expect(state(message({ 'servicepay-signature': 'SERVICEPAY/SIGNTEST/abcd' }))).toBe('probe');
    expect(state(message({ 'servicepay-signature': 'AAAA' }))).toBe('wrong');
  });

  it('has no signature without the header, and half of one is wrong (bug-verify-bypass-01)', () => {
    expect(state({ dialect, body, headers: {} })).toBe('none');
    const { 'servicepay-signature': _, ...unsigned } = message().headers;
    expect(state({ dialect, body, headers: unsigned })).toBe('none');
    expect(state(message({ 'servicepay-signature': '' }))).toBe('none');
    const { 'servicepay-serial': __, ...unnamed } = message().headers;
    expect(state({ dialect, body, headers: unnamed })).toBe('wrong');
    expect(state(message({ 'servicepay-serial': '' }))).toBe('wrong');
    expect(state(message({ 'servicepay-nonce': '' }))).toBe('wrong');
    expect(verifyMessage({ ...message(), dialect: dialects.wechatpay }, [certificate], now)).toBe('none');
  });

  it('is valid for nothing but the signed bytes', () => {
    const headers = fc.record({
      'servicepay-timestamp': fc.oneof(fc.string(), fc.constant(String(nowSeconds))),
      'servicepay-nonce': fc.string(),
      'servicepay-serial': fc.oneof(fc.string(), fc.constant(certificate.serial)),
      'servicepay-signature': fc.oneof(fc.string(), fc.constant(message().headers['servicepay-signature'] ?? '')),
    });
    fc.assert(
      fc.property(headers, fc.uint8Array(), (given, bytes) => {
        expect(verifyMessage({ dialect, headers: given, body: Buffer.from(bytes) }, [certificate], now)).not.toBe(
          'valid',
        );
      }),
    );
  });
});
