import { useTranslations } from 'next-intl';
import { zoneOffset } from '@/lib/i18n/format';
import { Menu } from '../ui/menu';
import { ChoiceList } from './choice-list';

type ZoneSwitchProps = {
  /** IANA name of the reader's zone. */
  zone: string;
  now: Date;
  zones: string[];
  /** A server action that keeps the choice in the staff member's settings. Without it the zone is only shown. */
  save?: ((zone: string) => Promise<unknown>) | undefined;
};

/** The zone in which every time of the page is printed. */
export function ZoneSwitch({ zone, now, zones, save }: ZoneSwitchProps) {
  const t = useTranslations('frame');
  const offset = zoneOffset(zone, now);
  if (!save) {
    return (
      <span className="quiet-button tabular-nums" title={t('zoneIs', { zone })}>
        {offset}
      </span>
    );
  }
  const choices = zones.map((value) => ({ value, label: `${zoneOffset(value, now)}  ${value.replaceAll('_', ' ')}` }));
  return (
    <Menu id="menu-zone" label={t('zoneIs', { zone })} trigger={<span className="tabular-nums">{offset}</span>}>
      <ChoiceList cookie="zone" label={t('zone')} current={zone} choices={choices} save={save} />
    </Menu>
  );
}
