import type { RequestDetail } from '@/lib/requests/view';

/** Where the call went and by whose words, without a secret. */
export type SentTo = { baseUrl: string; headerPrefix: string; scheme: string; mchid: string };

const left = '•••';

/** The headers of the call as anybody may see them: what signs it, afresh for each try, is left out. */
export function headersOf(request: RequestDetail, { headerPrefix, scheme, mchid }: SentTo): [string, string][] {
  return [
    [
      'Authorization',
      `${scheme} mchid="${mchid}",nonce_str="${left}",signature="${left}",timestamp="${left}",serial_no="${request.merchantSerial}"`,
    ],
    ['Accept', 'application/json'],
    ['Accept-Language', 'en'],
    ['Content-Type', 'application/json'],
    ...(request.sendsKey ? [['Idempotency-Key', request.idempotencyKey] satisfies [string, string]] : []),
    ...(request.platformSerial === null
      ? []
      : [[`${headerPrefix}-Serial`, request.platformSerial] satisfies [string, string]]),
  ];
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The call for a shell, to show and to talk about: with masks and without a signature the platform refuses it. */
export function curlOf(request: RequestDetail, to: SentTo): string {
  const headers = headersOf(request, to).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`);
  const call = `curl -X ${request.method} ${quoted(`${to.baseUrl.replace(/\/$/, '')}${request.path}`)}`;
  return [call, ...headers, `  --data ${quoted(JSON.stringify(request.maskedBody))}`].join(' \\\n');
}
