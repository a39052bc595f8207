import 'server-only';
import type { Actor } from '@/lib/audit/record';
import { recordAudit } from '@/lib/audit/record';
import type { Db } from '@/lib/db/client';
import { isUniqueViolation } from '@/lib/db/client';
import { bySerial, installedCertificate, newestValid } from '@/lib/platform/certificates';
import type { Certificate } from '@/lib/platform/crypto/pem';
import { isKeyProblem, isPair, readCertificate } from '@/lib/platform/crypto/pem';
import { sealBudgetBytes } from '@/lib/platform/crypto/seal';
import type { Issue, Refusal, Result } from '@/lib/result';
import { ok, refuse } from '@/lib/result';
import type { PlatformAccount } from './account';
import { heldCertificates } from './certificates';
import { stateAt } from './expiry';
import { isSerial, readFingerprint, readSerial, serialDigits } from './rules';
import type { ShelfChanges } from './shelf-changes';
import type { FoundCertificate } from './view';

type ImportContext = { db: Db; now: () => Date; shelfChanges: ShelfChanges };

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
  { db }: Pick<ImportContext, 'db'>,
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
  context: Pick<ImportContext, 'db' | 'now'>,
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

/**
 * Saves a pasted platform certificate (source `file`, the times of the PEM until a list says otherwise), once the
 * fingerprint that somebody got by another channel is its own: who could exchange the file in transit would otherwise
 * read every contact value. Audited in the same transaction, in force at once.
 */
export async function importCertificate(
  { db, now, shelfChanges }: ImportContext,
  wanted: { account: PlatformAccount; actor: Actor; text: string; fingerprint: string; serial: string },
): Promise<Result<{ serial: string }>> {
  const { account, actor } = wanted;
  const read = await readPlatformCertificate({ db }, account, wanted.text);
  if (!read.ok) return read;
  const certificate = read.value;
  const issues = compare(certificate, wanted.fingerprint, wanted.serial);
  if (issues.length > 0) return refuse({ kind: 'invalid', issues });
  const { serial, pem, notBefore, notAfter, fingerprint256, subject } = certificate;
  const at = now();
  const connectionId = account.connection.id;
  const isSaved = await db
    .$transaction(async (tx) => {
      const times = { effectiveTime: notBefore, expireTime: notAfter, createdAt: at };
      await tx.platformCertificate.create({ data: { connectionId, serial, pem, source: 'file', ...times } });
      await recordAudit(tx, {
        actor,
        at,
        connectionId,
        object: { kind: 'certificate', id: serial, name: subject.replaceAll('\n', ', ') },
        event: { action: 'certificate.imported', serial, fingerprint: fingerprint256 },
      });
      return true;
    })
    .catch((error: unknown) => {
      // The list, or somebody else, brought it at the same moment.
      if (isUniqueViolation(error)) return false;
      throw error;
    });
  if (!isSaved) return refuse(wrong('certificate-held', { serial }));
  shelfChanges.announce(connectionId);
  return ok({ serial });
}
