'use client';

import { useTranslations } from 'next-intl';
import type { UploadFaultView } from '@/lib/media/view';
import type { PictureProblem } from './send-picture';

/** The sentence of a problem with a picture. */
export function useProblem(): (problem: PictureProblem) => string {
  const t = useTranslations('pictureTools.rules');
  const tKinds = useTranslations('pictureTools.fileKinds');
  return ({ rule, params }) => {
    if (rule === 'not-a-picture') {
      const kind = String(params.kind ?? 'unknown');
      return t('not-a-picture', { kind: tKinds.has(kind) ? tKinds(kind) : tKinds('unknown') });
    }
    return t.has(rule) ? t(rule, params) : t('other', { rule });
  };
}

/** What the last upload came to, as one sentence, with the platform's own words where it said some. */
export function useFaultSentence(): (fault: UploadFaultView) => string {
  const t = useTranslations('pictureTools.fault');
  return ({ kind, code, message }) => [t(kind, { code }), message].filter((part) => part !== '').join(' ');
}
