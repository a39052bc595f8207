import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { addressIs } from '@/lib/applications/explain';
import type { ApplicationDetail } from '@/lib/applications/view';
import { paths } from '@/lib/paths';
import type { Tone } from '../../ui/badge';
import { Badge } from '../../ui/badge';
import type { IconName } from '../../ui/icon';
import { Section } from '../../ui/section';

const looks: Record<ReturnType<typeof addressIs>, { icon: IconName; tone: Tone }> = {
  ours: { icon: 'check', tone: 'approved' },
  foreign: { icon: 'cross', tone: 'rejected' },
  none: { icon: 'minus', tone: 'none' },
};

type CallbackProps = Pick<ApplicationDetail, 'notifyUrl' | 'stateHow'> & { ours: string };

function readCallback({ notifyUrl, stateHow, ours }: CallbackProps) {
  const verdict = addressIs(notifyUrl, ours);
  return { verdict, words: verdict === 'none' && stateHow === 'staff' ? 'unseen' : verdict } as const;
}

/** In one line, whether the result of an application comes to us. */
export function CallbackLine(props: CallbackProps) {
  const t = useTranslations('application.callback');
  const { verdict, words } = readCallback(props);
  return (
    <p className="text-table mt-2 flex flex-wrap items-center gap-x-2 gap-y-1" data-callback={verdict}>
      <Badge {...looks[verdict]}>{t(`${words}.label`)}</Badge>
      <span className="text-ink-2">{t(`${words}.means`)}</span>
    </p>
  );
}

type CallbackCardProps = { slug: string; application: ApplicationDetail; ours: string };

/** Whether its result comes to us: the notify_url that the platform returned, beside ours. */
export function CallbackCard({ slug, application: { applymentId, notifyUrl, stateHow }, ours }: CallbackCardProps) {
  const t = useTranslations('application.callback');
  const { verdict, words } = readCallback({ notifyUrl, stateHow, ours });
  return (
    <Section title={t('title')}>
      <div className="text-table mt-2 grid gap-2" data-callback={verdict}>
        <span>
          <Badge {...looks[verdict]}>{t(`${words}.label`)}</Badge>
        </span>
        {notifyUrl !== null && (
          <span className="mono break-all" translate="no">
            {notifyUrl}
          </span>
        )}
        <p className="text-ink-2">{t(`${words}.means`)}</p>
        {verdict === 'foreign' && (
          <p className="text-ink-2">
            {t.rich('oursIs', {
              url: () => (
                <span className="mono break-all" translate="no">
                  {ours}
                </span>
              ),
            })}
          </p>
        )}
        <Link className="link" href={paths.application(slug, applymentId, { tab: 'silence' })} prefetch={false}>
          {t('explain')}
        </Link>
      </div>
    </Section>
  );
}
