'use client';

import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { lazy, Suspense, useRef, useState, useTransition } from 'react';
import type { Topic } from '@/lib/events/view';
import { changeOwnerAction } from '@/lib/ownership/actions';
import { useKey } from '../layout/use-key';
import type { Words } from '../layout/words-for';
import { useLive } from '../live/use-live';
import { Button } from '../ui/button';
import type { OwnerChoice, OwnerRefusal } from './owner-choice';

const OwnerDialog = lazy(() => import('./owner-dialog').then((late) => ({ default: late.OwnerDialog })));

type OwnerButtonProps = OwnerChoice & {
  /** What tells that the object changed; null where nothing does. */
  topic: Topic | null;
  labels: { take: string; change: string };
  /** For the dialog: the spaces `ownerDialog` and `form`. */
  words: Words;
  /** Whose it is, as the button shows it. */
  children: ReactNode;
};

/** Shows the owner, takes with one click what is free, and opens the rest by click or by `o`. */
export function OwnerButton({ topic, labels, words, children, ...choice }: OwnerButtonProps) {
  const { connection, object, held, deeds } = choice;
  const router = useRouter();
  const shown = useRef<HTMLButtonElement>(null);
  const [isPending, start] = useTransition();
  const [open, setOpen] = useState<{ refused: OwnerRefusal | null } | null>(null);

  useLive(connection, topic === null ? [] : [topic], (event) => {
    const isNamed = event.kind === 'resync' || event.ids.length === 0 || event.ids.includes(object.id);
    if (isNamed) router.refresh();
  });
  useKey(({ key }) => {
    if (key !== 'o') return false;
    setOpen({ refused: null });
    return true;
  });

  const take = () =>
    start(async () => {
      const { kind, id } = object;
      const answer = await changeOwnerAction({
        connection,
        object: { kind, id, version: held.version },
        change: { deed: 'take' },
      }).catch(() => null);
      // The button goes away with what it takes.
      if (answer?.ok) shown.current?.focus();
      else setOpen({ refused: { refusal: answer?.refusal ?? null } });
      router.refresh();
    });
  const isFree = held.owner === null || held.owner.isSuspended;
  return (
    <span className="inline-flex flex-wrap items-center gap-2" data-owner={held.owner?.id ?? ''}>
      <button
        ref={shown}
        type="button"
        className="chip"
        data-action="owner"
        aria-haspopup="dialog"
        aria-keyshortcuts="o"
        title={labels.change}
        onClick={() => setOpen({ refused: null })}
      >
        {children}
      </button>
      {isFree && deeds.take && (
        <Button size="small" data-action="take" pending={isPending} disabled={isPending} onClick={take}>
          {labels.take}
        </Button>
      )}
      {open !== null && (
        <Suspense>
          <OwnerDialog {...choice} refused={open.refused} words={words} close={() => setOpen(null)} />
        </Suspense>
      )}
    </span>
  );
}
