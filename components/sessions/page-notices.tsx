'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { paths } from '@/lib/paths';
import { hearIssuerNews } from '../auth/issuer-news';
import { WithWords } from '../layout/with-words';
import type { Words } from '../layout/words-for';
import { SignInForm } from '../sign-in/sign-in-form';
import { Button } from '../ui/button';
import { ButtonLink } from '../ui/button-link';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { Notice } from '../ui/notice';
import type { Stage } from './page-session';

type Over = Extract<Stage, { kind: 'ended' | 'other' }>;

export type PageNoticesProps = {
  stage: Exclude<Stage, { kind: 'fine' }>;
  /** Who opened the page. */
  person: { name: string; email: string };
  /** What people call the issuer that lets them in as well; null without one. */
  issuer: string | null;
  idleMinutes: number;
  words: Words;
  /** The person is here. */
  stay: () => void;
  /** Asks how the session stands now. */
  look: () => Promise<void>;
};

/** What is said of the session over a page: that it ends soon, or that it has ended. */
export function PageNotices({ stage, words, ...rest }: PageNoticesProps) {
  return (
    <WithWords words={words}>
      {stage.kind === 'warned' ? <EndsSoon {...rest} {...stage} /> : <SignInAgain {...rest} stage={stage} />}
    </WithWords>
  );
}

/** Seconds as a clock shows them. */
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const secondsTo = (at: number) => Math.max(0, Math.ceil((at - Date.now()) / 1000));

function useSecondsLeft(endsAt: number): number {
  const [seconds, setSeconds] = useState(() => secondsTo(endsAt));
  useEffect(() => {
    const tick = () => setSeconds(secondsTo(endsAt));
    tick();
    const ticking = setInterval(tick, 1000);
    return () => clearInterval(ticking);
  }, [endsAt]);
  return seconds;
}

type EndsSoonProps = Pick<PageNoticesProps, 'stay' | 'idleMinutes'> & { cause: 'idle' | 'over'; endsAt: number };

/** Not a dialog: whoever is at work goes on, and that alone keeps an idle session. */
function EndsSoon({ cause, endsAt, stay, idleMinutes }: EndsSoonProps) {
  const t = useTranslations('sessionEnd');
  const seconds = useSecondsLeft(endsAt);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Above a dialog that is open, too.
    element.current?.showPopover();
  }, []);
  return (
    <div ref={element} popover="manual" className="session-warning" data-session-warning={cause}>
      <Icon name="clock" />
      {/* Said once; the seconds that pass are for the eye. */}
      <p role="alert">{t(`soon.${cause}`, { minutes: idleMinutes })}</p>
      <span className="id" aria-hidden="true">
        {clock(seconds)}
      </span>
      {cause === 'idle' && (
        <Button size="small" variant="primary" data-action="stay-signed-in" onClick={stay}>
          {t('stay')}
        </Button>
      )}
    </div>
  );
}

type SignInAgainProps = Pick<PageNoticesProps, 'person' | 'issuer' | 'idleMinutes' | 'look'> & { stage: Over };

/** Covers the page, which stays as it is beneath, until the person who opened it is signed in again. */
function SignInAgain({ stage, person, issuer, idleMinutes, look }: SignInAgainProps) {
  const t = useTranslations('sessionEnd');
  const leave = () => {
    const { pathname, search } = window.location;
    window.location.assign(paths.signIn({ next: pathname + search, reason: 'ended' }));
  };
  const because = stage.kind === 'ended' ? `because.${stage.cause}` : '';
  return (
    <Dialog
      open
      isLasting
      onClose={() => {}}
      title={stage.kind === 'other' ? t('other.title') : t('title')}
      footer={
        stage.kind === 'other' ? (
          <Button data-action="go-on-as-other" onClick={() => window.location.assign(paths.root())}>
            {t('other.goOn', { name: stage.name })}
          </Button>
        ) : (
          <Button data-action="leave-page" onClick={leave}>
            {t('leave')}
          </Button>
        )
      }
    >
      {stage.kind === 'other' ? (
        <Notice tone="rejected" icon="warning" role="alert">
          <span data-session-over="other">{t('other.explain', { name: stage.name, owner: person.name })}</span>
        </Notice>
      ) : (
        <p data-session-over={stage.cause ?? 'ended'}>
          {t.has(because) ? t(because, { minutes: idleMinutes }) : t('because.ended')} {t('stays')}
        </p>
      )}
      {stage.kind === 'other' && <p>{t('other.back', { owner: person.name })}</p>}
      <SignInForm key={stage.kind} email={person.email} onward={look} />
      {issuer !== null && <AtIssuer name={issuer} look={look} />}
    </Dialog>
  );
}

/** Signing in at the issuer leaves the page: it is done in a window of its own, and this one waits. */
function AtIssuer({ name, look }: { name: string; look: () => Promise<void> }) {
  const t = useTranslations('sessionEnd.issuer');
  const told = useEffectEvent(() => void look());
  useEffect(() => hearIssuerNews(() => told()), []);
  return (
    <div className="mt-4 flex flex-col gap-2">
      <p>{t('explain', { name })}</p>
      <ButtonLink
        href={paths.signIn({ next: paths.again({ done: 'yes' }) })}
        target="_blank"
        rel="noopener"
        data-action="issuer-window"
      >
        {t('go', { name })}
      </ButtonLink>
    </div>
  );
}
