'use client';

import { useTranslations } from 'next-intl';
import { useFieldValue } from '@/components/form/use-field';
import { Notice } from '@/components/ui/notice';
import { FieldGrid, Group } from '@/components/ui/section';
import { useEdit } from './edit-context';
import { EditField } from './edit-field';

/** The three fields that travel sealed: kept unless typed, counted in bytes against the certificate's key (5.3). */
export function ContactGroup() {
  const t = useTranslations('edit');
  const { base } = useEdit();
  return (
    <Group id="contact" legend={t('groups.contact')} note={t('contactNote')}>
      <FieldGrid>
        <EditField path="contact.name" max={base.budgetBytes} maskKind="name" />
        <EditField path="contact.phone" max={base.budgetBytes} kind="phone" maskKind="phone" inputMode="tel" />
        <EditField path="contact.email" max={base.budgetBytes} maskKind="email" inputMode="email" isWide />
      </FieldGrid>
    </Group>
  );
}

/** Director for ENTERPRISE, principal for INDIVIDUAL (4.1); the hidden one keeps what was typed. */
export function PersonGroup() {
  const t = useTranslations('edit');
  const type = useFieldValue<string>('merchant_type');
  if (type !== 'ENTERPRISE' && type !== 'INDIVIDUAL') return null;
  const who = type === 'ENTERPRISE' ? 'director' : 'principal';
  return (
    <Group id="person" legend={t(`groups.${who}`)} note={t(`${who}Note`)}>
      <FieldGrid key={who}>
        <EditField path={`${who}.name`} max={128} maskKind="name" />
        <EditField path={`${who}.number`} max={128} maskKind="tail" />
      </FieldGrid>
    </Group>
  );
}

/** The account that is paid out to: the classic way of payment fraud is a quiet change of it (day 4b). */
export function SettlementGroup() {
  const t = useTranslations('edit');
  const typed = useFieldValue<string>('settlement_bank_number');
  return (
    <Group id="settlement" legend={t('groups.settlement')} note={t('settlementNote')}>
      <FieldGrid>
        <EditField path="settlement_bank_number" max={128} maskKind="tail" isWide />
      </FieldGrid>
      {typed !== '' && (
        <Notice icon="warning" tone="punished" role="status">
          {t('settlementCallBack')}
        </Notice>
      )}
    </Group>
  );
}

/** The institution's own channel number. */
export function ChannelGroup() {
  const t = useTranslations('edit');
  return (
    <Group id="channel" legend={t('groups.channel')}>
      <FieldGrid>
        <EditField path="channel_id" max={20} />
      </FieldGrid>
    </Group>
  );
}
