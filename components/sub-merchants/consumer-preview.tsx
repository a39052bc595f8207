import { useTranslations } from 'next-intl';
import type { SubMerchantView } from '@/lib/sub-merchants/view';
import { Unheld } from '../data/unheld';
import { Icon } from '../ui/icon';
import { Section } from '../ui/section';

/** The two values that consumers see when they pay (4.1): short name and service phone. */
export function ConsumerPreview({ record }: { record: SubMerchantView }) {
  const t = useTranslations('record.consumers');
  const reason = useTranslations('record')('unheld');
  const { shortname, office_phone: phone } = record.held;
  return (
    <Section title={t('title')} note={t('note')}>
      <div className="rounded-3 border-line bg-sunken mt-2 grid justify-items-center gap-1 border px-4 py-5 text-center">
        <Icon name="shop" size="large" className="text-ink-3" />
        <span className="text-section font-semibold" translate="no">
          {typeof shortname === 'string' ? shortname : <Unheld reason={reason} />}
        </span>
        <span className="text-ink-2 text-table">
          {t('phone')} {typeof phone === 'string' ? <span translate="no">{phone}</span> : <Unheld reason={reason} />}
        </span>
      </div>
    </Section>
  );
}
