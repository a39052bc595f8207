import { useTranslations } from 'next-intl';
import { paths } from '@/lib/paths';
import { ButtonLink } from '../ui/button-link';
import { EmptyState } from '../ui/empty-state';

/** Nothing is held yet: how sub-merchants get here (screens 4). */
export function WaysIn({ slug, mayEdit }: { slug: string; mayEdit: boolean }) {
  const t = useTranslations('subMerchants.empty');
  return (
    <EmptyState
      kind="nothing-yet"
      icon="shop"
      title={t('title')}
      actions={
        mayEdit && (
          <>
            <ButtonLink variant="primary" icon="upload" href={paths.importSubMerchants(slug)}>
              {t('import')}
            </ButtonLink>
            <ButtonLink icon="plus" href={paths.newSubMerchant(slug)}>
              {t('add')}
            </ButtonLink>
          </>
        )
      }
    >
      <p>{t(mayEdit ? 'how' : 'howForReaders')}</p>
    </EmptyState>
  );
}
