import { useTranslations } from 'next-intl';
import type { CertificateState } from '@/lib/connections/view';
import type { Tone } from '../ui/badge';
import { Badge } from '../ui/badge';
import type { IconName } from '../ui/icon';

const looks: Record<CertificateState, { tone: Tone; icon: IconName }> = {
  valid: { tone: 'approved', icon: 'approved' },
  ending: { tone: 'punished', icon: 'clock' },
  'not-yet': { tone: 'review', icon: 'calendar' },
  ended: { tone: 'none', icon: 'none' },
};

/** Where a certificate stands; `days` are those left. */
export function CertificateBadge({ state, days }: { state: CertificateState; days: number }) {
  const t = useTranslations('certificates.state');
  const { tone, icon } = looks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {t(state, { days })}
    </Badge>
  );
}
