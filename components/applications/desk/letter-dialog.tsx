'use client';

import { createTranslator, useTranslations } from 'next-intl';
import { useState } from 'react';
import { CopyButton } from '@/components/data/copy-button';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { materialNeeded } from '@/lib/applications/letter';
import type { FixBase } from '@/lib/applications/rules';
import { repeatedPictures } from '@/lib/applications/rules';
import type { FixForm } from '@/lib/applications/view';
import type { Locale } from '@/lib/i18n/locale';
import { locales } from '@/lib/i18n/locale';
import { useDesk } from './desk-context';

/** The words of the letter in each of the three languages, whatever the reader's own is. */
export type LetterWords = { locale: Locale; words: Record<string, unknown> }[];

type LetterDialogProps = {
  values: FixForm;
  base: FixBase;
  name: string;
  reason: string | null;
  words: LetterWords;
  close: () => void;
};

/** A letter that asks the sub-merchant for exactly what is missing, to copy or to mail (features row 29). */
export function LetterDialog({ values, base, name, reason, words, close }: LetterDialogProps) {
  const t = useTranslations('desk.letter');
  const { applymentId, applymentType, attempts } = useDesk();
  const [language, setLanguage] = useState<Locale>('en');
  const { samePictureReason: _, ...fields } = values;
  const material = materialNeeded(
    fields,
    applymentType,
    attempts[0]?.causes ?? [],
    repeatedPictures(fields, base).map(({ path }) => path),
  );
  const messages = words.find(({ locale }) => locale === language)?.words ?? {};
  const say = createTranslator({ locale: language, messages }) as unknown as (
    key: string,
    values?: Record<string, string>,
  ) => string;
  const text = [
    say('greeting', { name }),
    '',
    say('opening', { applymentId }),
    ...(reason === null ? [] : ['', say('reason'), `“${reason}”`]),
    '',
    say(material.length === 0 ? 'nothingListed' : 'please'),
    ...material.map((key, index) => `${index + 1}. ${say(`material.${key}`)}`),
    '',
    say('how'),
    '',
    say('closing'),
  ].join('\n');
  const subject = say('subject', { name });
  return (
    <Dialog
      open
      onClose={close}
      title={t('title', { name })}
      size="wide"
      footer={
        <>
          <Button data-action="cancel" onClick={close}>
            {t('close')}
          </Button>
          <a
            className="button"
            href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`}
            rel="noopener"
          >
            {t('mail')}
          </a>
          <CopyButton value={text} label={t('copy')} done={t('copied')} />
        </>
      }
    >
      <div className="segmented" role="radiogroup" aria-label={t('language')}>
        {locales.map((locale) => (
          <label key={locale}>
            <input
              type="radio"
              name="letter-language"
              value={locale}
              checked={language === locale}
              onChange={() => setLanguage(locale)}
            />
            <span lang={locale}>{t(`in.${locale}`)}</span>
          </label>
        ))}
      </div>
      {material.length === 0 && <Notice icon="info">{t('nothing')}</Notice>}
      <textarea
        className="control letter-text"
        lang={language}
        readOnly
        rows={18}
        value={text}
        aria-label={t('text')}
      />
    </Dialog>
  );
}
