import { describe, expect, it } from 'vitest';
import { localeOfHeader, localeOfTag, resolveLocale } from './locale';

describe('localeOfTag', () => {
  it.each([
    ['zh-HK', 'zh-Hant'],
    ['zh-TW', 'zh-Hant'],
    ['zh-MO', 'zh-Hant'],
    ['zh-Hant', 'zh-Hant'],
    ['zh-Hant-CN', 'zh-Hant'],
    ['yue-HK', 'zh-Hant'],
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-SG', 'zh-Hans'],
    ['zh-Hans-HK', 'zh-Hans'],
    ['en-GB', 'en'],
    ['fr', null],
  ])('%s reads as %s', (tag, locale) => {
    expect(localeOfTag(tag)).toBe(locale);
  });
});

describe('localeOfHeader', () => {
  it('takes the heaviest language that we have', () => {
    expect(localeOfHeader('fr;q=0.9, en;q=0.3, zh-HK;q=0.8')).toBe('zh-Hant');
  });

  it('ignores a language that is refused with weight 0', () => {
    expect(localeOfHeader('zh-CN;q=0, en;q=0.1')).toBe('en');
  });

  it('finds nothing in an absent header', () => {
    expect(localeOfHeader(null)).toBeNull();
  });
});

describe('resolveLocale', () => {
  it('lets the choice win over the browser', () => {
    expect(resolveLocale('zh-Hans', 'en')).toBe('zh-Hans');
  });

  it('ignores a cookie that names no language of ours', () => {
    expect(resolveLocale('klingon', 'zh-HK')).toBe('zh-Hant');
  });

  it('ends at English', () => {
    expect(resolveLocale(undefined, 'fr')).toBe('en');
  });
});
