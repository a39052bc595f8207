'use client';

import { useTranslations } from 'next-intl';
import { DateField } from '@/components/form/date-field';
import { SelectField } from '@/components/form/select-field';
import { useFieldValue } from '@/components/form/use-field';
import { MediaField } from '@/components/media/media-field';
import { FieldGrid, Group } from '@/components/ui/section';
import { isCalendarDay } from '@/lib/platform/wire/fields';
import { countCharacters } from '@/lib/platform/wire/text';
import { useEdit } from './edit-context';
import { EditField } from './edit-field';
import { LeaveOutTick } from './leave-out-tick';
import { tidyText } from './tidy';

const DAY_MS = 86_400_000;

/** Name, what consumers see, type, country and the registration document. */
export function IdentityGroup({ countries }: { countries: { value: string; label: string }[] }) {
  const t = useTranslations('edit');
  const words = useTranslations('fields');
  return (
    <Group id="identity" legend={t('groups.identity')}>
      <FieldGrid>
        <EditField path="name" max={128} isWide />
        <EditField path="shortname" max={64} isPublic />
        <EditField path="office_phone" max={32} kind="phone" inputMode="tel" isPublic />
        <ConsumerPreview />
        <SelectField
          name="merchant_type"
          label={words('merchant_type.label')}
          help={words('merchant_type.help')}
          options={[
            { value: 'ENTERPRISE', label: t('types.ENTERPRISE') },
            { value: 'INDIVIDUAL', label: t('types.INDIVIDUAL') },
          ]}
        />
        <Country countries={countries} />
        <EditField path="registration_certificate_number" max={50} isWide />
        <RegistrationDate />
        <CertificateCopy />
      </FieldGrid>
    </Group>
  );
}

/** The numeric code, with names as help: the list is of ISO 3166-1, and a code that is not on it may be typed all the same. */
function Country({ countries }: { countries: { value: string; label: string }[] }) {
  const t = useTranslations('edit');
  const value = useFieldValue<string>('merchant_country_code');
  const found = countries.find((country) => country.value === value);
  const isUnlisted = !found && /^\d{3}$/.test(value);
  return (
    <EditField
      path="merchant_country_code"
      about={found?.label ?? (isUnlisted ? t('notListed') : null)}
      inputMode="numeric"
      suggestions={countries}
    />
  );
}

/** A day, or one of the two words of 4.1; the help counts the days that are left. */
function RegistrationDate() {
  const t = useTranslations('edit');
  const words = useTranslations('fields');
  const { today, base } = useEdit();
  const value = useFieldValue<string>('registration_certificate_date');
  const held = base.held.registration_certificate_date;
  const days = isCalendarDay(value) ? Math.round((Date.parse(value) - Date.parse(today)) / DAY_MS) : null;
  const left = days === null ? null : days < 0 ? t('dateEnded', { count: -days }) : t('dateLeft', { count: days });
  const was = typeof held === 'string' && held !== value ? t('was', { value: held }) : null;
  return (
    <div className="wide">
      <DateField
        name="registration_certificate_date"
        label={words('registration_certificate_date.label')}
        help={[left, was].filter((text) => text !== null).join(' ') || words('registration_certificate_date.help')}
        words={[
          { value: 'PERMANENT', label: t('dateWords.PERMANENT') },
          { value: 'N/A', label: t('dateWords.NA') },
        ]}
      />
      <LeaveOutTick path="registration_certificate_date" />
    </div>
  );
}

const COPY_MAX = 128;

/** The picture of the registration document, by its media id. */
function CertificateCopy() {
  const t = useTranslations('edit');
  const words = useTranslations('fields');
  const { base, connection, subMchid } = useEdit();
  const value = useFieldValue<string>('registration_certificate_copy');
  const held = base.held.registration_certificate_copy;
  const was = typeof held === 'string' && held !== value ? t('was', { value: held }) : null;
  return (
    <div className="wide">
      <MediaField
        isList={false}
        name="registration_certificate_copy"
        connection={connection}
        subMchid={subMchid || null}
        kind="certificate"
        label={words('registration_certificate_copy.label')}
        help={was ?? words('registration_certificate_copy.help')}
        max={COPY_MAX}
        normalise={(typed) => tidyText(typed).value}
      />
      <LeaveOutTick path="registration_certificate_copy" />
    </div>
  );
}

/** Where a payment page would cut the name is not stated; twenty characters fit the narrow ones that we know. */
const PREVIEW_CHARACTERS = 20;

/** What a payer reads on the payment details page (4.1 shortname, office_phone), while it is typed. */
function ConsumerPreview() {
  const t = useTranslations('edit.preview');
  const shortname = useFieldValue<string>('shortname');
  const phone = useFieldValue<string>('office_phone');
  const count = countCharacters(shortname);
  return (
    <div className="wide consumer-preview">
      <span data-part="title">{t('title')}</span>
      <span className="min-w-0 truncate">
        <b>{shortname || t('empty')}</b> <span className="tabular-nums">{phone}</span>
      </span>
      {count > PREVIEW_CHARACTERS && <span data-part="risk">{t('cut', { count })}</span>}
    </div>
  );
}
