import { domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDomains, hostOfAddress, normaliseDomain } from './normalise';
import { readableDomain } from './punycode';

const label = fc
  .stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?$/)
  .filter((text) => !text.startsWith('xn--') && !/^..--/.test(text));
const host = fc
  .tuple(fc.array(label, { minLength: 1, maxLength: 3 }), fc.constantFrom('com', 'example', 'co.jp', 'hk'))
  .map(([labels, top]) => [...labels, top].join('.'));

describe('one domain', () => {
  it.each([
    ['SHOP.Example.com.', 'shop.example.com'],
    ['shop.example.com', 'shop.example.com'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    ['ｓｈｏｐ．example。com', 'shop.example.com'],
    [' shop.example.com\n', 'shop.example.com'],
  ])('%j becomes %j', (typed, domain) => {
    expect(normaliseDomain(typed)).toMatchObject({ ok: true, domain });
  });

  it.each([
    ['https://shop.example.com/pay', 'domain-with-scheme', 'shop.example.com'],
    ['http://shop.example.com', 'domain-with-scheme', 'shop.example.com'],
    ['shop.example.com/pay', 'domain-with-path', 'shop.example.com'],
    ['shop.example.com:8443', 'domain-with-port', 'shop.example.com'],
    ['https://user@shop.example.com:8443/', 'domain-with-scheme', 'shop.example.com'],
    ['localhost', 'not-a-domain', null],
    ['192.0.2.1', 'not-a-domain', null],
    ['0x7f.1', 'not-a-domain', null],
    ['[::1]', 'not-a-domain', null],
    ['shop_one.example.com', 'not-a-domain', null],
    ['-shop.example.com', 'not-a-domain', null],
    ['shop..example.com', 'not-a-domain', null],
    ['ops@shop.example', 'not-a-domain', null],
    ['%73hop.example', 'not-a-domain', null],
    ['*.example.com', 'not-a-domain', null],
    ['', 'not-a-domain', null],
  ])('%j is refused as %s', (typed, problem, inside) => {
    expect(normaliseDomain(typed)).toEqual({ ok: false, problem, host: inside });
  });

  it('is stable: a normalised domain stays as it is, whatever its case or final dot was', () => {
    fc.assert(
      fc.property(host, fc.boolean(), fc.boolean(), (name, upper, dot) => {
        const once = normaliseDomain(`${upper ? name.toUpperCase() : name}${dot ? '.' : ''}`);
        expect(once).toMatchObject({ ok: true, domain: name });
        expect(normaliseDomain(name)).toEqual({ ok: true, domain: name, isRewritten: false });
      }),
    );
  });

  it('never lets anything through but lower-case ASCII host names', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.webUrl(), fc.domain()), (typed) => {
        const result = normaliseDomain(typed);
        if (result.ok) expect(result.domain).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
      }),
    );
  });
});

describe('a pasted list', () => {
  it('reports what was merged, rewritten and refused, and keeps the rest (bug-phone-domain-url-03)', () => {
    const typed =
      'SHOP.Example.com.\nshop.example.com, https://shop.example.com/pay 例え.テスト；xn--r8jz45g.xn--zckzah shop.example.com:8443';
    const result = addDomains([], typed);
    expect(result.domains).toEqual(['shop.example.com', 'xn--r8jz45g.xn--zckzah']);
    expect(result.duplicates.map(({ domain }) => domain)).toEqual(['shop.example.com', 'xn--r8jz45g.xn--zckzah']);
    expect(result.refused.map(({ problem }) => problem)).toEqual(['domain-with-scheme', 'domain-with-port']);
  });

  it('adding twice is adding once, and nothing that was there is lost', () => {
    fc.assert(
      fc.property(fc.uniqueArray(host, { maxLength: 6 }), fc.array(host, { maxLength: 6 }), (present, typed) => {
        const once = addDomains(present, typed.join(' '));
        const twice = addDomains(once.domains, typed.join('\n'));
        expect(twice.domains).toEqual(once.domains);
        expect(once.domains.slice(0, present.length)).toEqual(present);
        expect(new Set(once.domains).size).toBe(once.domains.length);
      }),
    );
  });
});

describe('reading', () => {
  it('shows the letters behind xn-- as Node does', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[例えテスト網域名商店éüñжδ]{1,12}$/u), (letters) => {
        const result = normaliseDomain(`${letters}.example`);
        fc.pre(result.ok);
        expect(readableDomain(result.domain)).toBe(domainToUnicode(result.domain));
      }),
    );
  });

  it('leaves alone what is not punycode', () => {
    expect(readableDomain('shop.example.com')).toBe('shop.example.com');
    expect(readableDomain('xn--!!.example')).toBe('xn--!!.example');
    expect(readableDomain('xn--99999999.xn--r8jz45g')).toBe('xn--99999999.例え');
  });

  it('finds the host of an address', () => {
    expect(hostOfAddress('https://Shop.example.com/pay')).toBe('shop.example.com');
    expect(hostOfAddress('ftp://shop.example.com')).toBeNull();
    expect(hostOfAddress('shop')).toBeNull();
  });
});
