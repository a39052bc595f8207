'use client';

import { useTranslations } from 'next-intl';
import { paths } from '@/lib/paths';
import { ButtonLink } from '../ui/button-link';
import { Notice } from '../ui/notice';

/** Asked for, and not done yet: where it waits. */
export function AskedNotice({ connection, approvalId }: { connection: string; approvalId: string }) {
  const t = useTranslations('asking');
  return (
    <Notice
      tone="review"
      icon="review"
      role="status"
      actions={
        <ButtonLink size="small" href={paths.approval(connection, approvalId)}>
          {t('open')}
        </ButtonLink>
      }
    >
      <span data-asked={approvalId}>{t('asked')}</span>
    </Notice>
  );
}
