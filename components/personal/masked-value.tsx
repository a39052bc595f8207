'use client';

import { lazy, Suspense, useRef, useState } from 'react';
import type { LookAt } from '@/lib/personal/view';
import type { Words } from '../layout/words-for';
import { Icon } from '../ui/icon';
import './personal.css';

// The dialog and the countdown come with the first look: most who read a page look at nothing.
const Look = lazy(() => import('./look').then((late) => ({ default: late.Look })));

/** What a page hands to every masked value on it; null for readers without the right. */
export type Looking = { connection: string; show: string; words: Words } | null;

type MaskedValueProps = {
  /** Null where the mask stands elsewhere already, as in a field. */
  mask: string | null;
  look: Omit<LookAt, 'connection'>;
  /** What the value is called, for the button's name and the dialog. */
  name: string;
  looking: Looking;
};

/**
 * A personal value as everybody sees it: its mask, and for who may a button that shows it for a minute, with a reason that
 * the trail keeps. The one part by which the console ever shows one.
 */
export function MaskedValue({ mask, look, name, looking }: MaskedValueProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isUsed, setUsed] = useState(false);
  const masked = mask !== null && <span translate="no">{mask}</span>;
  if (looking === null) return masked;
  const { connection, show, words } = looking;
  const finish = () => {
    setUsed(false);
    // The value was focused, or nothing: the reader goes on from where it was asked for.
    setTimeout(() => button.current?.focus(), 0);
  };
  return (
    <span className="masked-value" data-personal={look.path}>
      {isUsed ? (
        <Suspense fallback={masked}>
          <Look look={{ connection, ...look }} name={name} mask={masked} words={words} finish={finish} />
        </Suspense>
      ) : (
        <>
          {masked}
          <button
            ref={button}
            type="button"
            className="mini-button"
            data-action="look"
            aria-label={`${show}: ${name}`}
            onClick={() => setUsed(true)}
          >
            <Icon name="eye" size="small" />
            {show}
          </button>
        </>
      )}
    </span>
  );
}
