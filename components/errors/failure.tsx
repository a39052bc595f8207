'use client';

import { useSyncExternalStore } from 'react';
import type { Locale } from '@/lib/i18n/locale';
import { isLocale } from '@/lib/i18n/locale';
import { paths } from '@/lib/paths';
import { CopyButton } from '../data/copy-button';
import { refreshShape, Shape, warningShape } from '../ui/shape';
import { failureWords } from './failure-words';

const subscribe = () => () => {};
const localeOfPage = (): Locale => {
  const { lang } = document.documentElement;
  return isLocale(lang) ? lang : 'en';
};

type FailureProps = {
  /** The digest of the error: the same in the log, which alone has the details. */
  reference: string | undefined;
  retry: () => void;
};

/** What happened, what it means now, what to do, and the reference; never the error's own text. */
export function Failure({ reference, retry }: FailureProps) {
  const locale = useSyncExternalStore<Locale>(subscribe, localeOfPage, () => 'en');
  const words = failureWords[locale];
  return (
    <div className="mx-auto grid max-w-140 gap-3 px-6 py-16" role="alert" data-failure="">
      <Shape d={warningShape} size="large" className="text-ink-3" />
      <h1 className="text-title">{words.title}</h1>
      <p className="text-ink-2">{words.now}</p>
      <p className="text-ink-2">{words.next}</p>
      {reference !== undefined && (
        <p className="text-table">
          <span className="text-ink-3">{words.reference}</span>{' '}
          <span className="mono font-semibold" translate="no">
            {reference}
          </span>{' '}
          <CopyButton value={reference} label={words.copy} done={words.copied} />
        </p>
      )}
      <div className="flex flex-wrap gap-2 pt-2">
        <button type="button" className="button" data-variant="primary" onClick={retry}>
          <Shape d={refreshShape} />
          {words.retry}
        </button>
        <a className="button" href={paths.root()}>
          {words.home}
        </a>
      </div>
    </div>
  );
}
