import { useTranslations } from 'next-intl';

/** A device in words: "Firefox on Windows". */
export function useDeviceName(): (device: { browser: string | null; system: string | null }) => string {
  const t = useTranslations('sessions.device');
  return ({ browser, system }) => {
    if (browser !== null && system !== null) return t('both', { browser, system });
    return browser ?? system ?? t('unknown');
  };
}
