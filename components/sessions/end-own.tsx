'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { endOtherSessionsAction, endOwnSessionAction } from '@/lib/auth/actions';
import type { Result } from '@/lib/result';
import { ConfirmButton } from '../ui/confirm-button';
import { useSay } from '../ui/say-region';

/** Does a deed about one's own sessions, and says above the list what became of it. */
function useOwnDeed() {
  const t = useTranslations('sessions');
  const say = useSay();
  const router = useRouter();
  return async <Value,>(call: () => Promise<Result<Value>>, done: string) => {
    const answer = await call().catch(() => null);
    if (answer?.ok) say({ text: done, came: 'done' });
    else {
      const kind = answer?.refusal.kind ?? 'noAnswer';
      say({ text: t.has(`refused.${kind}`) ? t(`refused.${kind}`) : t('refused.noAnswer'), came: 'behind' });
    }
    router.refresh();
  };
}

/** Ends one of one's own sessions. `device` is what the list calls it. */
export function EndOwnSession({ sessionId, device }: { sessionId: string; device: string }) {
  const t = useTranslations('sessions');
  const act = useOwnDeed();
  return (
    <ConfirmButton
      label={t('end.label')}
      name="end-session"
      size="small"
      title={t('end.title', { device })}
      confirmLabel={t('end.confirm')}
      cancelLabel={t('end.cancel')}
      action={() => act(() => endOwnSessionAction({ sessionId }), t('end.done', { device }))}
    >
      <p>{t('end.explain')}</p>
    </ConfirmButton>
  );
}

/** Ends all of one's own sessions but this one. */
export function EndOtherSessions({ others }: { others: number }) {
  const t = useTranslations('sessions');
  const act = useOwnDeed();
  return (
    <ConfirmButton
      label={t('endOthers.label')}
      name="end-other-sessions"
      icon="leave"
      disabled={others === 0}
      title={t('endOthers.title')}
      confirmLabel={t('endOthers.label')}
      cancelLabel={t('end.cancel')}
      action={() => act(endOtherSessionsAction, t('endOthers.done'))}
    >
      <p>{t('endOthers.explain', { count: others })}</p>
    </ConfirmButton>
  );
}
