import { useTranslations } from 'next-intl';
import { paths } from '@/lib/paths';
import { ButtonLink } from '../ui/button-link';
import type { IconName } from '../ui/icon';
import { Icon } from '../ui/icon';

const icons: Record<'notFound' | 'forbidden', IconName> = { notFound: 'search', forbidden: 'lock' };

/** A page that is not there or may not be opened: what that means, what to do, who can help. */
export function NoWay({ kind }: { kind: 'notFound' | 'forbidden' }) {
  const t = useTranslations(`errors.${kind}`);
  return (
    <div className="mx-auto grid max-w-140 gap-3 px-6 py-16" data-no-way={kind}>
      <Icon name={icons[kind]} size="large" className="text-ink-3" />
      <h1 className="text-title">{t('title')}</h1>
      <p className="text-ink-2">{t('explain')}</p>
      <p className="text-ink-2">{t('next')}</p>
      <div className="pt-2">
        <ButtonLink variant="primary" href={paths.root()}>
          {t('home')}
        </ButtonLink>
      </div>
    </div>
  );
}
