import type { FormSection } from '@/components/form/form-shell';
import type { EditValues } from '@/lib/sub-merchants/schema';

/** The groups of the form in their order, with the wire paths that each holds. */
export function sectionsOf(values: EditValues, label: (key: string) => string): FormSection[] {
  const { merchant_type: type } = values;
  const who = type === 'ENTERPRISE' ? 'director' : type === 'INDIVIDUAL' ? 'principal' : null;
  const section = (id: string, paths: string[], key = id): FormSection => ({ id, label: label(key), paths });
  return [
    section('identity', [
      'name',
      'shortname',
      'office_phone',
      'merchant_type',
      'merchant_country_code',
      'registration_certificate_number',
      'registration_certificate_date',
      'registration_certificate_copy',
    ]),
    section('contact', ['contact']),
    section('business', ['business', 'business_category']),
    ...(who ? [section('person', [who], who)] : []),
    section('settlement', ['settlement_bank_number']),
    section('channel', ['channel_id']),
    section('h5', ['apply_h5_payment', 'h5_payment_apply_info']),
  ];
}
