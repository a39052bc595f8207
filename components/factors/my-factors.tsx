'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { MyFactors as Held } from '@/lib/factors/view';
import { useSay } from '../ui/say-region';
import { AppSection } from './app-section';
import type { Changed } from './changed';
import { CodesSection } from './codes-section';
import { PasskeySection } from './passkey-section';
import { ShownCodes } from './shown-codes';

type MyFactorsProps = {
  factors: Held;
  zone: string;
  /** The person may do nothing else yet: with the first factor the rest of the console opens, at this path of ours. */
  onward: string | null;
};

/** One's own second factors: the app, the passkeys and the recovery codes. */
export function MyFactors({ factors, zone, onward }: MyFactorsProps) {
  const t = useTranslations('factors.done');
  const say = useSay();
  const router = useRouter();
  const [shown, setShown] = useState<{ codes: string[]; done: Parameters<Changed>[0] } | null>(null);
  const finish = (done: Parameters<Changed>[0]) => {
    // A whole page: what was cached before was read by somebody who may do nothing.
    if (onward !== null) return window.location.assign(onward);
    say({ text: t(done), came: 'done' });
    router.refresh();
  };
  const changed: Changed = (done, added) => {
    if (added?.codes) setShown({ codes: added.codes, done });
    else finish(done);
  };
  const count = (factors.totpSince === null ? 0 : 1) + factors.passkeys.length;
  const isLast = count === 1;
  return (
    <div className="gutter max-w-180 pb-10">
      <AppSection
        since={factors.totpSince}
        zone={zone}
        isLast={isLast}
        isKept={isLast && factors.isEnforced}
        changed={changed}
      />
      <PasskeySection
        passkeys={factors.passkeys}
        zone={zone}
        isLast={isLast}
        isKept={isLast && factors.isEnforced}
        changed={changed}
      />
      <CodesSection left={factors.recoveryLeft} isPossible={count > 0} changed={changed} />
      {shown && (
        <ShownCodes
          codes={shown.codes}
          close={() => {
            setShown(null);
            finish(shown.done);
          }}
        />
      )}
    </div>
  );
}
