import type { Cause } from './causes';
import { materialFor } from './causes';
import { requirementsOf } from './rules';
import type { FixValues } from './schema';

/** What a field that is not met is asked for by: keys of the letter's words. What we fill in ourselves is asked of nobody. */
const materialOf: Partial<Record<keyof FixValues, string>> = {
  website_homepage_pics: 'homepage-picture',
  website_business_page_pics: 'business-page-picture',
  company_register_cert: 'certificate',
  business_description: 'business-description',
  domains: 'domains',
};

/**
 * Exactly what the sub-merchant has to send: what the application lacks, pictures instead of those that were rejected
 * before (`repeated`: the paths at which they stand), and what its causes of rejection ask for, each once (features row 29).
 */
export function materialNeeded(
  values: FixValues,
  applymentType: string | null,
  tagged: readonly Cause[],
  repeated: readonly string[] = [],
): string[] {
  const lacking = requirementsOf(values, applymentType)
    .filter(({ isMet }) => !isMet)
    .flatMap(({ path }) => materialOf[path] ?? []);
  const again = repeated.flatMap((path) => materialOf[path.split('.')[0] as keyof FixValues] ?? []);
  return [...new Set([...lacking, ...again, ...tagged.flatMap((cause) => materialFor[cause])])];
}
