import { describe, expect, it } from 'vitest';
import { dialects, headerNames, isProbe } from './dialect';

describe('dialects', () => {
  it('names the headers by the vendor’s prefix', () => {
    expect(headerNames(dialects.servicepay)).toEqual({
      timestamp: 'Servicepay-Timestamp',
      nonce: 'Servicepay-Nonce',
      signature: 'Servicepay-Signature',
      serial: 'Servicepay-Serial',
      signatureType: 'Servicepay-Signature-Type',
    });
    expect(headerNames(dialects.wechatpay).serial).toBe('Wechatpay-Serial');
  });

  it('knows both probe prefixes, whatever the connection speaks', () => {
    expect(isProbe('SERVICEPAY/SIGNTEST/abc')).toBe(true);
    expect(isProbe('WECHATPAY/SIGNTEST/abc')).toBe(true);
    expect(isProbe('AWECHATPAY/SIGNTEST/abc')).toBe(false);
  });
});
