import 'server-only';
import type { Db } from '@/lib/db/client';
import { bySerial, installedCertificate, newestValid } from '@/lib/platform/certificates';
import type { Certificate } from '@/lib/platform/crypto/pem';
import { isKeyProblem, isPair, readCertificate } from '@/lib/platform/crypto/pem';
import { sealBudgetBytes } from '@/lib/platform/crypto/seal';
import type { Issue, Refusal, Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import type { PlatformAccount } from './account';
import { heldCertificates } from './certificates';
import { daysUntil, stateAt } from './expiry';
import { isSerial, readFingerprint, readSerial, serialDigits } from './rules';
import type { FoundCertificate } from './view';

/** Longest text that is looked at, in characters: a file with a certificate has two thousand. */
export const PEM_MAX = 64 * 1024;

const wrong = (rule: string, params: Issue['params'] = {}): Refusal => ({
  kind: 'invalid',
  issues: [{ path: 'pem', rule, params }],
});

/** A name of digits only: merchants' certificates are made out to a merchant id, the platform's never. */
const merchantOf = ({ subject }: Certificate): string | null => /^CN=(\d{6,12})$/m.exec(subject)?.[1] ?? null;

/**
 * Reads what was pasted as a platform certificate, or says what it is instead: a key, several at once, our own certificate
 * or another merchant's, or one that is held already. Its dates are told, not refused: one that has ended never seals.
 */
async function readPlatformCertificate(
  { db }: { db: Pick<Db, 'platformCertificate'> },
  account: PlatformAccount,
  text: string,
): Promise<Result<Certificate>> {
  const certificate = readCertificate(text);
  if (isKeyProblem(certificate)) {
    const { problem, count } = certificate;
    return refuse(wrong(problem, count === undefined ? {} : { count }));
  }
  const { serial } = certificate;
  if (isPair(account.credentials.privateKey, certificate.publicKey)) {
    const configured = account.credentials.serial;
    const isConfigured = serialDigits(configured) === serialDigits(serial);
    return refuse(wrong(isConfigured ? 'own-certificate' : 'own-certificate-other-serial', { serial, configured }));
  }
  const merchant = merchantOf(certificate);
  if (merchant !== null) return refuse(wrong('merchant-certificate', { merchant }));
  const known = bySerial(await heldCertificates(db, account.connection.id), serial);
  if (known) return refuse(wrong(known.pem === certificate.pem ? 'certificate-held' : 'serial-held', { serial }));
  return ok(certificate);
}

/** What a pasted text holds, before anything is saved. */
export async function inspectCertificate(
  context: { db: Db; now: () => Date },
  account: PlatformAccount,
  text: string,
): Promise<Result<FoundCertificate>> {
  const read = await readPlatformCertificate(context, account, text);
  if (!read.ok) return read;
  const { serial, subject, notBefore, notAfter, publicKey } = read.value;
  const now = context.now();
  const installed = installedCertificate(read.value);
  const held = await heldCertificates(context.db, account.connection.id);
  return ok({
    serial,
    serialDecimal: BigInt(`0x${serial}`).toString(),
    subject: subject.replaceAll('\n', ', '),
    from: notBefore.toISOString(),
    until: notAfter.toISOString(),
    budgetBytes: sealBudgetBytes(publicKey),
    state: stateAt(installed, now),
    days: daysUntil(notAfter, now),
    wouldSeal: newestValid([...held, installed], now) === installed,
  });
}

/** What was typed from another channel, compared with the certificate; the serial may be left out. */
function compare(certificate: Certificate, fingerprint: string, serial: string): Issue[] {
  const issues: Issue[] = [];
  const typed = readFingerprint(fingerprint);
  if ('rule' in typed) issues.push({ path: 'fingerprint', rule: typed.rule });
  else if (typed.digits !== certificate.fingerprint256.replaceAll(':', '')) {
    issues.push({ path: 'fingerprint', rule: 'fingerprint-differs' });
  }
  if (serial.trim() === '') return issues;
  const read = readSerial(serial);
  if (read === null) issues.push({ path: 'serial', rule: 'not-a-serial' });
  else if (!isSerial(read, certificate.serial)) issues.push({ path: 'serial', rule: 'serial-differs' });
  return issues;
}

/** What was pasted and typed, judged: the certificate, or what stands against it. */
export async function judgeImport(
  context: { db: Pick<Db, 'platformCertificate'> },
  account: PlatformAccount,
  { pem, fingerprint, serial }: { pem: string; fingerprint: string; serial: string },
): Promise<Result<Certificate>> {
  const read = await readPlatformCertificate(context, account, pem);
  if (!read.ok) return read;
  const issues = compare(read.value, fingerprint, serial);
  return issues.length > 0 ? refuse({ kind: 'invalid', issues }) : read;
}

/** The serial of a pasted text, or null where it is no certificate: what an import is about. */
export function serialOf(text: string): string | null {
  const certificate = readCertificate(text);
  return isKeyProblem(certificate) ? null : certificate.serial;
}
