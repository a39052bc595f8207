'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { paths } from '@/lib/paths';
import { Button } from '../ui/button';
import { FaultNotice } from '../ui/notice';

const made = z.object({ id: z.string() });

const choices = () => [...document.querySelectorAll<HTMLInputElement>('main tbody [data-row-choice]')];

type ChooseBarProps = {
  /** Slug of the connection. */
  connection: string;
  kind: string;
  /** What the batch is called; its maker may change that in the draft. */
  name: string;
};

/** Over a list whose rows can be chosen: how many are, and the batch that begins with them. Nothing is sent. */
export function ChooseBar({ connection, kind, name }: ChooseBarProps) {
  const t = useTranslations('batchTools.choose');
  const router = useRouter();
  const [ids, setIds] = useState<string[]>([]);
  const [isPending, setPending] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const read = () =>
    setIds(
      choices()
        .filter(({ checked }) => checked)
        .map(({ value }) => value),
    );
  // The rows are the server's own: their boxes are heard where they stand.
  useEffect(() => {
    const hear = (event: Event) => {
      if (!(event.target instanceof HTMLInputElement)) return;
      if (event.target.matches('[data-choose-all]'))
        for (const box of choices()) if (!box.disabled) box.checked = event.target.checked;
      if (event.target.matches('[data-choose-all], [data-row-choice]')) read();
    };
    document.addEventListener('change', hear);
    return () => document.removeEventListener('change', hear);
  });
  const begin = async () => {
    setPending(true);
    setFailed(false);
    const answer = await fetch(paths.api.batchSource(connection, { kind, source: 'selection', name }), {
      method: 'POST',
      body: JSON.stringify({ ids }),
      headers: { 'Content-Type': 'application/json' },
    }).catch(() => null);
    if (answer?.ok) return router.push(paths.batch(connection, made.parse(await answer.json()).id));
    setPending(false);
    setFailed(true);
  };
  return (
    <>
      <Button
        size="small"
        icon="stack"
        data-action="batch-chosen"
        disabled={ids.length === 0 || isPending}
        pending={isPending}
        onClick={() => void begin()}
      >
        {t('begin', { count: ids.length })}
      </Button>
      {hasFailed && <FaultNotice>{t('failed')}</FaultNotice>}
    </>
  );
}
