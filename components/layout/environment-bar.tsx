import { useTranslations } from 'next-intl';
import { Icon } from '../ui/icon';

/** LIVE or PRACTICE under the top bar, on every page, never hidden: colour, word and icon. */
export function EnvironmentBar({ environment }: { environment: 'live' | 'practice' }) {
  const t = useTranslations('frame.environment');
  return (
    <div className="environment-bar" data-environment={environment} role="status">
      <Icon name={environment === 'live' ? 'warning' : 'practice'} size="small" />
      <b>{t(`${environment}.word`)}</b>
      <span>{t(`${environment}.sentence`)}</span>
    </div>
  );
}
