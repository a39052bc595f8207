import { isValidPhoneNumber } from 'libphonenumber-js/min';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { certificateDate, domain, email, idempotencyKey, isCalendarDay, phone, sealed, webAddress } from './fields';
import type { WireRule } from './rules';
import { failedRules } from './rules';

const rulesOf = (schema: z.ZodType, value: unknown): WireRule[] => {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : failedRules(parsed.error).map(({ rule }) => rule);
};

describe('phone (bug-phone-domain-url-02)', () => {
  it.each(['+85223456789', '+8613633334444', '+1234567', '+123456789012345'])('takes %s', (value) => {
    expect(phone.parse(value)).toBe(value);
  });

  it('takes a number of a range that telephone metadata does not know (bug-phone-domain-url-01)', () => {
    for (const value of ['+85212345678', '+99912345678', '+123456789012345']) {
      expect(isValidPhoneNumber(value)).toBe(false);
      expect(phone.parse(value)).toBe(value);
    }
  });

  it.each<[string, WireRule]>([
    ['0085223456789', 'phone-needs-prefix'],
    ['23456789', 'phone-needs-prefix'],
    ['+85223456789 ext 12', 'not-a-phone'],
    ['+852２３４５６７８９', 'not-a-phone'],
    ['+1 123 456 789 012', 'not-a-phone'],
    ['+123456', 'not-a-phone'],
    ['+1234567890123456', 'not-a-phone'],
    ['+', 'not-a-phone'],
    ['\u202a+85223456789\u202c', 'invisible-character'],
    ['', 'required'],
  ])('refuses %s', (value, rule) => {
    expect(rulesOf(phone, value)).toEqual([rule]);
  });
});

describe('domain (bug-phone-domain-url-03)', () => {
  it.each(['shop.example.com', 'xn--r8jz45g.xn--zckzah', 'a.b', '1.example', `${'a'.repeat(63)}.example`])(
    'takes %s',
    (value) => {
      expect(domain.parse(value)).toBe(value);
    },
  );

  it.each([
    'SHOP.example.com',
    'shop.example.com.',
    'https://shop.example.com',
    'shop.example.com/pay',
    'shop.example.com:8443',
    '例え.テスト',
    'localhost',
    '127.0.0.1',
    '-a.example',
    'a-.example',
    'a..example',
    '*.example.com',
    'a_b.example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(126)}example`,
  ])('refuses %s', (value) => {
    expect(rulesOf(domain, value)).not.toEqual([]);
  });
});

describe('webAddress', () => {
  it.each(['https://shop.example.com', 'http://shop.example/a?b=c#d', 'HTTPS://例え.テスト/', 'https://[::1]/'])(
    'takes %s',
    (value) => {
      expect(webAddress.parse(value)).toBe(value);
    },
  );

  it.each([
    'shop.example.com',
    'ftp://shop.example',
    'javascript:alert(1)',
    'https://',
    'https:///x',
    'https://a b/',
    '//a',
  ])('refuses %s', (value) => {
    expect(rulesOf(webAddress, value)).toEqual(['not-a-url']);
  });
});

describe('email', () => {
  it.each(['ops@shop.example', 'a+b@sub.shop.example', '用户@例え.テスト'])('takes %s', (value) => {
    expect(email.parse(value)).toBe(value);
  });

  it.each(['ops', 'ops@shop', 'ops@@shop.example', 'ops@.example', 'ops@shop.', 'o ps@shop.example', '@shop.example'])(
    'refuses %s',
    (value) => {
      expect(rulesOf(email, value)).toEqual(['not-an-email']);
    },
  );
});

describe('certificateDate', () => {
  it.each(['2028-02-29', '2000-02-29', '9999-12-31', '0001-01-01', 'PERMANENT', 'N/A'])('takes %s', (value) => {
    expect(certificateDate.parse(value)).toBe(value);
  });

  it.each([
    '2027-02-29',
    '0000-01-01',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '2026-04-31',
    '20260401',
    'permanent',
    'NA',
  ])('refuses %s', (value) => {
    expect(rulesOf(certificateDate, value)).toEqual(['not-a-date']);
    expect(isCalendarDay(value)).toBe(false);
  });
});

describe('sealed', () => {
  it.each([
    ['clear text', 'Sample Contact'],
    ['short Base64', 'AAAA'],
    ['the URL-safe alphabet', `${'-'.repeat(342)}==`],
    ['344 letters of a line', 'A'.repeat(343)],
  ])('does not take %s', (_, value) => {
    expect(rulesOf(sealed, value)).toEqual(['not-sealed']);
  });

  it('takes a block of 2048 and one of 4096 bits', () => {
    for (const bytes of [256, 512]) expect(rulesOf(sealed, Buffer.alloc(bytes).toString('base64'))).toEqual([]);
  });

  it('is required when absent', () => {
    expect(rulesOf(sealed, undefined)).toEqual(['required']);
  });
});

describe('idempotencyKey', () => {
  it('holds letters and digits, up to 64', () => {
    expect(rulesOf(idempotencyKey, 'a0'.repeat(32))).toEqual([]);
    expect(rulesOf(idempotencyKey, 'a'.repeat(65))).toEqual(['too-long']);
    expect(rulesOf(idempotencyKey, 'a-b')).toEqual(['letters-and-digits-only']);
    expect(rulesOf(idempotencyKey, '')).toEqual(['required']);
  });
});
