'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { FaultNotice } from '@/components/ui/notice';
import { tagCausesAction } from '@/lib/applications/actions';
import type { Cause } from '@/lib/applications/causes';
import { causes } from '@/lib/applications/causes';

type CauseTagsProps = { connection: string; attemptId: string; held: Cause[]; mayTag: boolean };

/** Why it was rejected, in causes of ours: by them earlier cases are found, and what worked then (features row 25). */
export function CauseTags({ connection, attemptId, held, mayTag }: CauseTagsProps) {
  const t = useTranslations('desk.causes');
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [tagged, setTagged] = useState(held);
  const [isFaulty, setFaulty] = useState(false);
  const [isPending, start] = useTransition();
  const toggle = (cause: Cause) => {
    const next = tagged.includes(cause) ? tagged.filter((one) => one !== cause) : [...tagged, cause];
    setTagged(next);
    start(async () => {
      const answer = await tagCausesAction({ connection, attemptId, tagged: next }).catch(() => null);
      setFaulty(!answer?.ok);
      if (!answer?.ok) setTagged(tagged);
      router.refresh();
    });
  };
  return (
    <div className="cause-tags" data-part="causes">
      {tagged.length === 0 && !isOpen && <span className="text-ink-3">{t('none')}</span>}
      {(isOpen ? causes : tagged).map((cause) =>
        isOpen ? (
          <button
            key={cause}
            type="button"
            className="cause-chip"
            aria-pressed={tagged.includes(cause)}
            disabled={isPending}
            data-cause={cause}
            onClick={() => toggle(cause)}
          >
            {tagged.includes(cause) && <Icon name="check" size="small" />}
            {t(`cause.${cause}`)}
          </button>
        ) : (
          <span key={cause} className="cause-chip" data-cause={cause}>
            {t(`cause.${cause}`)}
          </span>
        ),
      )}
      {mayTag && (
        <Button size="small" icon={isOpen ? 'check' : 'plus'} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'done' : 'tag')}
        </Button>
      )}
      {isFaulty && <FaultNotice>{t('failed')}</FaultNotice>}
    </div>
  );
}
