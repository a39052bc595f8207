'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { runSelfTestAction } from '@/lib/endpoint/actions';
import { Button } from '../ui/button';

/** Looks at the endpoint now; what was seen is shown by the page. */
export function RunSelfTest({ connection }: { connection: string }) {
  const t = useTranslations('endpointRun');
  const router = useRouter();
  const [refused, setRefused] = useState<'running' | 'failed' | null>(null);
  const [pending, start] = useTransition();
  const run = () =>
    start(async () => {
      const answer = await runSelfTestAction({ connection }).catch(() => null);
      const isRunning = answer?.ok === false && answer.refusal.kind === 'conflict';
      setRefused(answer?.ok ? null : isRunning ? 'running' : 'failed');
      router.refresh();
    });
  return (
    <span className="grid justify-items-end gap-1 max-md:justify-items-start">
      <Button
        variant="primary"
        icon="refresh"
        data-action="self-test"
        pending={pending}
        disabled={pending}
        onClick={run}
      >
        {pending ? t('running') : t('label')}
      </Button>
      {refused !== null && (
        <span role="alert" className="text-small late">
          {t(`refused.${refused}`)}
        </span>
      )}
    </span>
  );
}
