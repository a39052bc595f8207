/** Why reviewers reject, as staff tags it: the cases of one cause are found by it, and what worked then. */
export const causes = [
  'prices-missing',
  'order-path-missing',
  'picture-blank',
  'picture-unreadable',
  'wrong-page',
  'trading-name-differs',
  'category-differs',
  'domain-not-owned',
  'site-not-reachable',
  'legal-details-missing',
  'description-insufficient',
  'certificate-insufficient',
  'other',
] as const;
export type Cause = (typeof causes)[number];

/** What the sub-merchant is asked for when an application was rejected for this cause: keys of the letter's words. */
export const materialFor: Record<Cause, readonly string[]> = {
  'prices-missing': ['business-page-prices'],
  'order-path-missing': ['business-page-order'],
  'picture-blank': ['homepage-picture', 'business-page-picture'],
  'picture-unreadable': ['homepage-picture', 'business-page-picture'],
  'wrong-page': ['homepage-picture', 'business-page-picture'],
  'trading-name-differs': ['trading-name'],
  'category-differs': ['category'],
  'domain-not-owned': ['domain-proof'],
  'site-not-reachable': ['site-reachable'],
  'legal-details-missing': ['legal-details'],
  'description-insufficient': ['business-description'],
  'certificate-insufficient': ['certificate'],
  other: [],
};
