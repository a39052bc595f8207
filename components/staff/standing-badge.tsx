import { useTranslations } from 'next-intl';
import type { Standing } from '@/lib/staff/rules';
import type { Tone } from '../ui/badge';
import { Badge } from '../ui/badge';
import type { IconName } from '../ui/icon';

const looks: Record<Standing, { tone: Tone; icon: IconName }> = {
  active: { tone: 'approved', icon: 'approved' },
  invited: { tone: 'review', icon: 'review' },
  suspended: { tone: 'rejected', icon: 'stop' },
};

/** Whether somebody can sign in. */
export function StandingBadge({ standing }: { standing: Standing }) {
  const t = useTranslations('staff.standing');
  return (
    <Badge tone={looks[standing].tone} icon={looks[standing].icon}>
      {t(standing)}
    </Badge>
  );
}
