import { useTranslations } from 'next-intl';
import type { Locale } from '@/lib/i18n/locale';
import { localeCookie, localeNames, locales } from '@/lib/i18n/locale';
import { Menu } from '../ui/menu';
import { ChoiceList } from './choice-list';

type LocaleSwitchProps = {
  locale: Locale;
  /** A server action that keeps the choice in the staff member's settings; without it only the cookie is set. */
  save?: ((locale: string) => Promise<unknown>) | undefined;
};

/** The three languages, each in its own words. */
export function LocaleSwitch({ locale, save }: LocaleSwitchProps) {
  const t = useTranslations('frame');
  const choices = locales.map((value) => ({ value, label: localeNames[value].name, lang: value }));
  return (
    <Menu id="menu-language" label={t('language')} trigger={localeNames[locale].short}>
      <ChoiceList cookie={localeCookie} label={t('language')} current={locale} choices={choices} save={save} />
    </Menu>
  );
}
