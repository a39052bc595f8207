import { useTranslations } from 'next-intl';
import { CopyButton } from '../data/copy-button';

/** A hash by its first digits, with a button that copies it; whole while it is pointed at or the button has the focus. */
export function SealHash({ value }: { value: string }) {
  const t = useTranslations('common.copy');
  return (
    <span className="seal" data-seal={value}>
      <span className="mono" translate="no">
        {`${value.slice(0, 12)}…`}
      </span>
      <CopyButton value={value} label={t('label')} done={t('done')} />
      <span data-part="whole" className="mono" translate="no">
        {value}
      </span>
    </span>
  );
}
