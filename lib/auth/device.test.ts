import { describe, expect, it } from 'vitest';
import { deviceOf } from './device';

const mozilla = 'Mozilla/5.0';

describe('the device of a session', () => {
  it.each([
    [`${mozilla} (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox', 'Windows'],
    [
      `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`,
      'Safari',
      'macOS',
    ],
    [
      `${mozilla} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
      'Edge',
      'Windows',
    ],
    [
      `${mozilla} (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36`,
      'Chrome',
      'Android',
    ],
    [
      `${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1`,
      'Chrome',
      'iOS',
    ],
    ['curl/8.5.0', null, null],
    ['', null, null],
  ])('%s', (userAgent, browser, system) => {
    expect(deviceOf(userAgent)).toEqual({ browser, system });
  });

  it('is nothing of what a caller writes into the header beside', () => {
    expect(deviceOf(null)).toEqual({ browser: null, system: null });
    expect(deviceOf('<script>alert(1)</script> Firefox/1')).toEqual({ browser: 'Firefox', system: null });
  });
});
