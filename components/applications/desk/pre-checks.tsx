'use client';

import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/icon';
import type { Obstacle } from '@/lib/applications/rules';
import { hintsOf } from '@/lib/applications/rules';
import type { FixForm } from '@/lib/applications/view';
import { formatTimestamp } from '@/lib/i18n/format';
import { useDesk } from './desk-context';

type PreChecksProps = {
  values: FixForm;
  obstacle: Obstacle | null;
  /** How many things stand in the way of sending what is typed. */
  hindrances: number;
  stateAsOf: string;
  isRequestOpen: boolean;
};

/** What is looked at before anything leaves, each with its answer (screens 9). */
export function PreChecks({ values, obstacle, hindrances, stateAsOf, isRequestOpen }: PreChecksProps) {
  const t = useTranslations('desk.checks');
  const { zone, subMchid } = useDesk();
  const { samePictureReason: _, ...fields } = values;
  const lines: { key: string; isGood: boolean; text: string }[] = [
    {
      key: 'state',
      isGood: obstacle === null,
      text:
        obstacle === null
          ? t('state', { time: formatTimestamp(new Date(stateAsOf), zone) })
          : t(`obstacle.${obstacle}`),
    },
    { key: 'number', isGood: true, text: t('number', { tail: subMchid.slice(-4) }) },
    { key: 'open', isGood: !isRequestOpen, text: t(isRequestOpen ? 'requestOpen' : 'noRequest') },
    { key: 'values', isGood: hindrances === 0, text: t('values', { count: hindrances }) },
  ];
  return (
    <div className="slot">
      <h3>{t('title')}</h3>
      <ul className="desk-checks" aria-label={t('title')}>
        {lines.map(({ key, isGood, text }) => (
          <li key={key} data-check={key} data-good={isGood}>
            <Icon name={isGood ? 'check' : 'warning'} size="small" />
            <span>{text}</span>
          </li>
        ))}
        {hintsOf(fields).map(({ rule, params }) => (
          <li key={rule} data-hint={rule}>
            <Icon name="info" size="small" />
            <span>{t(`hint.${rule}`, params)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
