import type { FormSection } from '@/components/form/form-shell';
import type { EditValues, FieldPath } from '@/lib/sub-merchants/schema';

/** Who the sub-merchant is: the first group wherever its values are shown. */
export const identityPaths = [
  'name',
  'shortname',
  'office_phone',
  'merchant_type',
  'merchant_country_code',
  'registration_certificate_number',
  'registration_certificate_date',
  'registration_certificate_copy',
] as const satisfies readonly FieldPath[];

/** The groups of a record in their order, with the wire paths that each holds. */
export function sectionsOf(
  { merchant_type: type }: Pick<EditValues, 'merchant_type'>,
  label: (key: string) => string,
): FormSection[] {
  const who = type === 'ENTERPRISE' ? 'director' : type === 'INDIVIDUAL' ? 'principal' : null;
  const section = (id: string, paths: readonly string[], key = id) => ({ id, label: label(key), paths: [...paths] });
  return [
    section('identity', identityPaths),
    section('contact', ['contact']),
    section('business', ['business', 'business_category']),
    ...(who ? [section('person', [who], who)] : []),
    section('settlement', ['settlement_bank_number']),
    section('channel', ['channel_id']),
  ];
}

/** What an edit asks for besides the record (4.1). */
export const h5Section = (label: (key: string) => string): FormSection => ({
  id: 'h5',
  label: label('h5'),
  paths: ['apply_h5_payment', 'h5_payment_apply_info'],
});
