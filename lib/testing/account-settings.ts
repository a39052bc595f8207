import type { PlatformSettings } from '@/lib/env';
import { signingPair } from './vectors';

/** The settings of one live connection, its keys those of `signingPair`, under the names of files that nobody reads. */
export function accountSettings(): PlatformSettings {
  const { privateKey, certificate } = signingPair();
  return {
    slug: 'main',
    name: 'main',
    source: 'environment',
    baseUrl: 'https://platform.example',
    dialect: 'servicepay',
    environment: 'live',
    mode: 'institutional',
    mchid: '1900002241',
    appid: 'wx1',
    merchantSerial: certificate.serial,
    privateKey: {
      file: '/etc/subdesk/key.pem',
      text: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
    merchantCertificate: null,
    apiKeys: [{ file: '/etc/subdesk/api-key.txt', text: 'a7cde1ZJB1kG2e7VfTs3jQzaWizur8Gb' }],
    certificates: [],
    reads: false,
    timeoutMs: 30_000,
  };
}
