// npm run bench:open: processor time of verifying and opening one notification, beside bare node:crypto (performance N3), in
// turns in one process. `--peers DIR` names a folder where wechatpay-node-v3 and wechatpay-axios-plugin are installed, which
// are then measured in the same turns. Prints one line of JSON, microseconds a message.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openMessage } from '../lib/notifications/message';
import { dialects } from '../lib/platform/dialect';
import { verifyMessage } from '../lib/platform/verify';
import type { Message } from '../lib/testing/platform-sender';
import { apiKey, createPlatform, envelopeOf, mchid, record } from '../lib/testing/platform-sender';
import { bareLimit } from './bare-limit.mjs';
import { median, readOptions } from './scratch';

const options = readOptions({ rounds: 15, messages: 1000, peers: '' });
const platform = createPlatform();
const messages = Array.from({ length: options.messages }, (_, index) =>
  platform.signed(envelopeOf(record({ applyment_id: 100_000 + index }))),
);
const { pem, serial } = platform.certificate;
const keys = [{ fingerprint: 'bench', key: apiKey, place: 'current' as const }];
const bare = bareLimit(pem, apiKey);

type Way = (message: Message) => boolean | Promise<boolean>;
const ways: Record<string, Way> = {
  bare: ({ headers, body }) => bare(headers, body) !== null,
  ours: ({ headers, body }) =>
    verifyMessage({ dialect: dialects.servicepay, headers, body }, [platform.certificate], new Date()) === 'valid' &&
    openMessage(body, keys, { mode: 'institutional', mchid }).kind === 'opened',
};

if (options.peers !== '') {
  const load = createRequire(join(options.peers, 'x.js'));
  const module = load('wechatpay-node-v3');
  const Pay = module.default ?? module;
  Pay.certificates = { [serial]: pem };
  const privateKey = platform.privateKey.export({ type: 'pkcs8', format: 'pem' });
  const pay = new Pay({ appid: 'a', mchid, serial_no: serial, publicKey: pem, privateKey, key: apiKey.toString() });
  const part = ({ headers }: Message, name: string) => headers[`servicepay-${name}`];
  ways['wechatpay-node-v3'] = async (message) => {
    const body = message.body.toString();
    const { resource } = JSON.parse(body);
    const named = {
      timestamp: part(message, 'timestamp'),
      nonce: part(message, 'nonce'),
      signature: part(message, 'signature'),
      serial,
      body,
    };
    if (!(await pay.verifySign(named))) return false;
    const { ciphertext, associated_data, nonce } = resource;
    return pay.decipher_gcm(ciphertext, associated_data, nonce, apiKey.toString()).applyment_id !== undefined;
  };
  const { Rsa, Aes, Formatter } = load('wechatpay-axios-plugin');
  ways['wechatpay-axios-plugin'] = (message) => {
    const body = message.body.toString();
    const { resource } = JSON.parse(body);
    const text = Formatter.joinedByLineFeed(part(message, 'timestamp'), part(message, 'nonce'), body);
    if (!Rsa.verify(text, part(message, 'signature'), pem)) return false;
    const { ciphertext, nonce, associated_data } = resource;
    const plain = Aes.AesGcm.decrypt(ciphertext, apiKey.toString(), nonce, associated_data);
    return JSON.parse(plain).applyment_id !== undefined;
  };
}

const figures = Object.fromEntries(Object.keys(ways).map((name) => [name, [] as number[]]));
for (const [name, way] of Object.entries(ways)) {
  for (const message of messages.slice(0, 200)) if (!(await way(message))) throw new Error(`${name} refused a message`);
}
for (let round = 0; round < options.rounds; round += 1) {
  for (const [name, way] of Object.entries(ways)) {
    const before = process.cpuUsage();
    for (const message of messages) await way(message);
    const { user, system } = process.cpuUsage(before);
    figures[name]?.push((user + system) / messages.length);
  }
}
const of = (name: string) => median(figures[name] ?? []);
const names = Object.keys(ways);
console.log(
  JSON.stringify({
    bench: 'open',
    messages: messages.length,
    rounds: options.rounds,
    cpuUs: Object.fromEntries(names.map((name) => [name, Math.round(of(name) * 10) / 10])),
    ratioToBare: Object.fromEntries(names.map((name) => [name, Math.round((of(name) / of('bare')) * 100) / 100])),
  }),
);
