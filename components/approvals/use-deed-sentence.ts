import { useFormatter, useTranslations } from 'next-intl';
import type { ApprovalRow } from '@/lib/approvals/view';

/** Keys of the policy that name a part of a record, in the order in which a sentence names them. */
const parts = ['sub-merchant.settlement-account', 'sub-merchant.edit-sensitive', 'sub-merchant.remove-domain'] as const;

/** Keys whose words stand for a deed that has no sentence of its own. */
const kinds = ['by-hand', 'keys', 'policy', 'roles'] as const;

type Told = Pick<ApprovalRow, 'deed' | 'objectKind' | 'objectId' | 'objectName' | 'policyKeys'> &
  Partial<Pick<ApprovalRow, 'changeCount'>>;

/** How an object is called in a sentence: a row of the policy or a kind of content has a name in words, a record without one its number. */
export function useObjectName(): (told: Pick<ApprovalRow, 'objectKind' | 'objectId' | 'objectName'>) => string {
  const tPolicies = useTranslations('policies.row');
  const tRetention = useTranslations('retention.kind');
  return ({ objectKind, objectId, objectName }) => {
    if (objectKind === 'policy' && tPolicies.has(`${objectId}.title`)) return tPolicies(`${objectId}.title`);
    if (objectKind === 'retention' && tRetention.has(`${objectId}.title`)) return tRetention(`${objectId}.title`);
    return objectName === '' ? objectId : objectName;
  };
}

/** What an approval asks for, as one sentence: the deed, what of the object it touches, and whose that is. */
export function useDeedSentence(): (told: Told) => string {
  const t = useTranslations('approvals.sentence');
  const tPart = useTranslations('approvals.part');
  const format = useFormatter();
  const nameOf = useObjectName();
  return (told) => {
    const { deed, policyKeys, changeCount = 0 } = told;
    const name = nameOf(told);
    const named = parts.filter((key) => policyKeys.includes(key)).map((key) => tPart(key));
    if (!t.has(deed)) {
      const kind = kinds.find((key) => policyKeys.includes(key) && t.has(key));
      return kind ? t(kind, { name }) : t('other', { deed, name });
    }
    if (named.length === 0 && t.has(`${deed}-plain`)) return t(`${deed}-plain`, { name, count: changeCount });
    return t(deed, { name, count: changeCount, parts: format.list(named, { type: 'conjunction' }) });
  };
}
