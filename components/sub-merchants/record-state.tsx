'use client';

import { useTranslations } from 'next-intl';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../ui/button';
import type { RecordStateProps } from './record-state-dialog';

/** The form comes with the first look at it: most who read a record never need it. */
const RecordStateDialog = lazy(() =>
  import('./record-state-dialog').then((late) => ({ default: late.RecordStateDialog })),
);
const AskedNotice = lazy(() => import('../approvals/asked-notice').then((late) => ({ default: late.AskedNotice })));

/** A state that staff saw at the platform, outside this console: recorded with a file and a second person. */
export function RecordState(props: RecordStateProps) {
  const t = useTranslations('recordState');
  const [isOpen, setOpen] = useState(false);
  const [approvalId, setApprovalId] = useState<string | null>(null);
  return (
    <>
      <Button size="small" data-action="record-state" onClick={() => setOpen(true)}>
        {t('label')}
      </Button>
      <Suspense>
        {approvalId !== null && <AskedNotice connection={props.connection} approvalId={approvalId} />}
        {isOpen && <RecordStateDialog {...props} close={() => setOpen(false)} asked={setApprovalId} />}
      </Suspense>
    </>
  );
}
