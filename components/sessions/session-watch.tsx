'use client';

import { useRouter } from 'next/navigation';
import type { ComponentType } from 'react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SessionLeft, SessionState } from '@/lib/auth/view';
import { paths } from '@/lib/paths';
import type { Words } from '../layout/words-for';
import { followCalls } from './follow-calls';
import type { PageNoticesProps } from './page-notices';
import type { Stage } from './page-session';
import { openPageSession, sessionChannel } from './page-session';
import { signedInAgain, tellSignedInAgain } from './signed-in-again';

type SessionWatchProps = {
  person: { id: string; name: string; email: string };
  /** As the page was drawn. */
  left: SessionLeft;
  /** What people call the issuer that lets them in as well; null without one. */
  issuer: string | null;
  idleMinutes: number;
  /** So long before the end it is told. */
  warnMs: number;
  words: Words;
};

/** A page that is looked at asks this often whether somebody has ended its session. */
const LOOK_EVERY_MS = 60_000;
/** What a person does in a page. Moving over it, and what scrolls by itself, is nothing. */
const deeds = ['keydown', 'pointerdown', 'wheel', 'touchmove'] as const;

const ask = async (isDeed: boolean): Promise<SessionState | null> => {
  const answer = await fetch(paths.api.session(), { method: isDeed ? 'POST' : 'GET', cache: 'no-store' });
  return answer.ok ? ((await answer.json()) as SessionState) : null;
};

const isOver = ({ kind }: Stage) => kind === 'ended' || kind === 'other';

/**
 * Follows the session in an open page: warns before it ends, and once it has, asks to sign in again over the page, which
 * stays as it is. What it shows is fetched only when there is something to show.
 */
export function SessionWatch({ person, left, issuer, idleMinutes, warnMs, words }: SessionWatchProps) {
  const router = useRouter();
  const [stage, setStage] = useState<Stage>({ kind: 'fine' });
  const [Notices, setNotices] = useState<ComponentType<PageNoticesProps> | null>(null);
  const shown = useRef<Stage>(stage);
  const session = useRef<ReturnType<typeof openPageSession> | null>(null);

  const hear = useEffectEvent((next: Stage) => {
    const wasOver = isOver(shown.current);
    shown.current = next;
    setStage(next);
    if (!wasOver || isOver(next)) return;
    tellSignedInAgain();
    // What one may do can be another matter since. What was typed stays.
    router.refresh();
  });

  useEffect(() => {
    const options = { staffId: person.id, warnMs, ask, channel: sessionChannel() };
    const opened = openPageSession(options, (next) => hear(next));
    session.current = opened;
    const look = () => void opened.look();
    const lookIfSeen = () => {
      if (!document.hidden) look();
    };
    const act = () => void opened.act();
    const mayDraw = async (isRedraw: boolean) => {
      // What made it draw itself anew may be what ended the session: a change of roles does both.
      await (isRedraw ? opened.peek() : opened.settled());
      while (isOver(shown.current)) await signedInAgain();
    };
    const unfollow = followCalls({ staffId: person.id, onSignedOut: look, mayDraw });
    const looking = setInterval(lookIfSeen, LOOK_EVERY_MS);
    for (const deed of deeds) window.addEventListener(deed, act, { capture: true, passive: true });
    window.addEventListener('focus', look);
    window.addEventListener('pageshow', lookIfSeen);
    document.addEventListener('visibilitychange', lookIfSeen);
    return () => {
      unfollow();
      clearInterval(looking);
      for (const deed of deeds) window.removeEventListener(deed, act, { capture: true });
      window.removeEventListener('focus', look);
      window.removeEventListener('pageshow', lookIfSeen);
      document.removeEventListener('visibilitychange', lookIfSeen);
      opened.close();
    };
  }, [person.id, warnMs]);

  const { idleInMs, overInMs } = left;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person's page has another session.
  useEffect(() => {
    session.current?.begin({ idleInMs, overInMs });
  }, [person.id, idleInMs, overInMs]);

  useEffect(() => {
    if (stage.kind === 'fine' || Notices) return;
    import('./page-notices')
      .then((late) => setNotices(() => late.PageNotices))
      // Not there after all: the next look at the session asks for it again, and the page stays as it is.
      .catch(() => {});
  }, [stage, Notices]);

  if (!Notices || stage.kind === 'fine') return null;
  return (
    <Notices
      stage={stage}
      person={person}
      issuer={issuer}
      idleMinutes={idleMinutes}
      words={words}
      stay={() => void session.current?.act()}
      look={async () => session.current?.look()}
    />
  );
}
