import 'server-only';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id with the parameters that OWASP names first (19 MiB, two passes, one lane). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), parameters);

/** A hash of nothing: checked when there is no such person, so that the answer takes as long as for one there is. */
let nobody: Promise<string> | undefined;

/** True when the password fits. Without a hash it does the same work and answers false. */
export async function passwordFits(passwordHash: string | null, password: string): Promise<boolean> {
  nobody ??= hash(crypto.randomUUID(), parameters);
  const fits = await verify(passwordHash ?? (await nobody), password.normalize('NFC'));
  return passwordHash !== null && fits;
}
