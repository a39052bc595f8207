// Vendor words in one value, shared by client, receiver and sandbox.

export type DialectName = 'servicepay' | 'wechatpay';

/** ASSUMPTION: scheme and probe prefix; the interface names only the headers Servicepay-Signature and -Serial. */
export type Dialect = {
  name: DialectName;
  headerPrefix: 'Servicepay' | 'Wechatpay';
  scheme: 'SERVICEPAY2-SHA256-RSA2048' | 'WECHATPAY2-SHA256-RSA2048';
  probePrefix: 'SERVICEPAY/SIGNTEST/' | 'WECHATPAY/SIGNTEST/';
};

export const dialects: Record<DialectName, Dialect> = {
  servicepay: {
    name: 'servicepay',
    headerPrefix: 'Servicepay',
    scheme: 'SERVICEPAY2-SHA256-RSA2048',
    probePrefix: 'SERVICEPAY/SIGNTEST/',
  },
  wechatpay: {
    name: 'wechatpay',
    headerPrefix: 'Wechatpay',
    scheme: 'WECHATPAY2-SHA256-RSA2048',
    probePrefix: 'WECHATPAY/SIGNTEST/',
  },
};

/** Names of the signature headers as written; look them up without regard to case. */
export function headerNames({ headerPrefix }: Dialect) {
  return {
    timestamp: `${headerPrefix}-Timestamp`,
    nonce: `${headerPrefix}-Nonce`,
    signature: `${headerPrefix}-Signature`,
    serial: `${headerPrefix}-Serial`,
    signatureType: `${headerPrefix}-Signature-Type`,
  };
}

/** A signature that is a test of whether we verify: it must fail the normal way, and raises no alarm. */
export const isProbe = (signature: string): boolean =>
  Object.values(dialects).some(({ probePrefix }) => signature.startsWith(probePrefix));
