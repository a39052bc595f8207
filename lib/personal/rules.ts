import type { Permission } from '@/lib/auth/permissions';
import type { PolicyRow } from '@/lib/policies/rules';

/** How long a value that somebody looks at stays on the screen, in seconds (features row 78). */
export const SHOWN_SECONDS = 60;

/** Looks in 24 hours after which the person proves again who they are, whatever the policy asks for before (day 5). */
export const LOOKS_WITHOUT_PROOF = 10;

/** What a value can be looked at of, and the right that seeing its mask takes. */
export const lookKinds = ['sub-merchant', 'approval', 'deduction', 'penalty'] as const;
export type LookKind = (typeof lookKinds)[number];
export const readingOf: Record<LookKind, Permission> = {
  'sub-merchant': 'sub-merchant:read',
  approval: 'approval:read',
  deduction: 'deduction:read',
  penalty: 'application:read',
};

/** Why somebody looks; `other` is said in words. */
export const lookReasons = ['call', 'call-back', 'compare', 'complaint', 'authority', 'other'] as const;
export type LookReason = (typeof lookReasons)[number];

/** Characters of the words: at least so many where they are the only reason. */
export const wordsBounds = { min: 10, max: 300 } as const;

/** Whether the next look takes a proof, after so many in 24 hours. */
export const takesProof = ({ stepUp }: Pick<PolicyRow, 'stepUp'>, looks: number): boolean =>
  stepUp !== 'none' || looks >= LOOKS_WITHOUT_PROOF;

const folded = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\-+().]/g, '');

/** Whether a reason says the value itself, which would then stand in the trail for ever. Short values are no evidence. */
export const saysValue = (words: string, value: string): boolean =>
  folded(value).length >= 4 && folded(words).includes(folded(value));
