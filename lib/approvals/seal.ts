import 'server-only';
import { canonicalJson } from '@/lib/audit/record';
import { sha256 } from '@/lib/platform/crypto/sha256';

/** What a checker's word is about, whole: nothing of it can change without another seal. */
export type Sealed = {
  deed: string;
  connectionId: string | null;
  object: { kind: string; id: string };
  /** SHA-256 of the exact content, hex. */
  contentSha256: string;
  /** What is shown of it. */
  changes: unknown;
  maskedContent: unknown;
  recordVersion: string;
  draft: { id: string; version: number } | null;
  policyKeys: readonly string[];
  policy: unknown;
  makers: readonly string[];
  reason: string;
  callBack: unknown;
  /** SHA-256 of each file, in order. */
  evidence: readonly string[];
  expiresAt: string;
};

/** The seal over exact content, target, record version and policy (features row 74): SHA-256 of the canonical text, hex. */
export const sealOf = (sealed: Sealed): string => sha256(canonicalJson(sealed));
