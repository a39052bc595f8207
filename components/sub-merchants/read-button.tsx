'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import type { Refusal } from '@/lib/result';
import { readSubMerchantAction } from '@/lib/sub-merchants/actions';
import { Button } from '../ui/button';

type ReadButtonProps = { connection: string; subMchid: string; disabled?: boolean };

/** Reads the record from the platform now and says what that changed. Reading changes nothing on the platform. */
export function ReadButton({ connection, subMchid, disabled = false }: ReadButtonProps) {
  const t = useTranslations('recordRead');
  const router = useRouter();
  const [isPending, start] = useTransition();
  const [said, setSaid] = useState<string | null>(null);

  const refused = (refusal: Refusal): string => {
    const rule = refusal.kind === 'conflict' ? refusal.rule : refusal.kind;
    const params = refusal.kind === 'conflict' ? refusal.params : {};
    return t.has(`refused.${rule}`) ? t(`refused.${rule}`, params) : t('refused.other', { rule });
  };
  const read = () =>
    start(async () => {
      const answer = await readSubMerchantAction({ connection, subMchid });
      if (!answer.ok) {
        setSaid(refused(answer.refusal));
        return;
      }
      const { changes, notOpened } = answer.value;
      const sealed = notOpened.length > 0 ? ` ${t('notOpened', { count: notOpened.length })}` : '';
      setSaid(`${t('done', { count: changes.length })}${sealed}`);
      router.refresh();
    });

  return (
    <span className="relative" id="read">
      <Button
        icon="refresh"
        data-action="read"
        pending={isPending}
        disabled={disabled || isPending}
        title={disabled ? t('locked') : undefined}
        onClick={read}
      >
        {isPending ? t('pending') : t('label')}
      </Button>
      <span
        role="status"
        className={
          said === null
            ? 'sr-only'
            : 'rounded-2 bg-raised text-table shadow-float absolute top-full right-0 z-20 mt-1 w-72 px-3 py-2 max-md:right-auto max-md:left-0'
        }
      >
        {said}
        {said !== null && (
          <button type="button" className="mini-button float-right" onClick={() => setSaid(null)}>
            {t('close')}
          </button>
        )}
      </span>
    </span>
  );
}
