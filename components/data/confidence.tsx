import { useTranslations } from 'next-intl';
import { ageOf } from '@/lib/i18n/format';

type ConfidenceProps = {
  /** When we last knew for sure; null is never. */
  asOf: Date | string | null;
  now: Date | string;
  /** With words: "Confirmed, 2 d"; without: "2 d". */
  words?: boolean;
};

const day = 86_400_000;

/** Confirmed under 7 days, ageing to 30, unconfirmed after that or never. */
export function confidenceOf(asOf: Date | null, now: Date): 'confirmed' | 'ageing' | 'unconfirmed' {
  if (asOf === null) return 'unconfirmed';
  const days = (now.getTime() - asOf.getTime()) / day;
  if (days < 7) return 'confirmed';
  return days <= 30 ? 'ageing' : 'unconfirmed';
}

/** How sure we are of a state: a ring that closes, with the age of what we know. */
export function Confidence({ asOf, now, words = false }: ConfidenceProps) {
  const t = useTranslations('common');
  const moment = asOf === null ? null : new Date(asOf);
  const reading = new Date(now);
  const confidence = confidenceOf(moment, reading);
  const age = moment && ageOf(moment, reading);
  const ageText = age ? t(`age.short.${age.unit}`, { count: age.count }) : t('age.never');
  return (
    <span className="confidence" data-confidence={confidence} title={t(`confidence.${confidence}.meaning`)}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {confidence === 'confirmed' && <circle data-part="arc" cx="8" cy="8" r="6" />}
        {confidence !== 'confirmed' && <circle cx="8" cy="8" r="6" />}
        {confidence === 'ageing' && <path data-part="arc" d="M8 2a6 6 0 0 1 0 12" />}
      </svg>
      {words ? t('confidence.withAge', { word: t(`confidence.${confidence}.label`), age: ageText }) : ageText}
      {!words && <span className="sr-only">{t(`confidence.${confidence}.label`)}</span>}
    </span>
  );
}
