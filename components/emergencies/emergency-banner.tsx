'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { endEmergencyAction, readEmergencyAction } from '@/lib/emergencies/actions';
import type { EmergencyView } from '@/lib/emergencies/view';
import { Timestamp } from '../data/timestamp';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';

type EmergencyBannerProps = { connection: string; emergency: EmergencyView; zone: string };

/**
 * On every page of a connection under which somebody approves alone: who, until when and why, told to all while it lasts; and
 * to whoever reads the trail until one of them has read of it. Never folded away.
 */
export function EmergencyBanner({ connection, emergency, zone }: EmergencyBannerProps) {
  const t = useTranslations('emergency.banner');
  const router = useRouter();
  const [isPending, start] = useTransition();
  const [isRefused, setRefused] = useState(false);
  const { id, by, reason, tried, endsAt, isOver, deeds, mayRead, mayEnd } = emergency;
  const press = (action: typeof endEmergencyAction) => () =>
    start(async () => {
      const answer = await action({ connection, emergencyId: id }).catch(() => null);
      setRefused(answer?.ok !== true);
      router.refresh();
    });
  return (
    <div className="stop-banner" role="alert" data-emergency={isOver ? 'over' : 'stands'}>
      <Icon name="warning" />
      <p>
        <b>{t(isOver ? 'wasTitle' : 'title')}</b>{' '}
        {t.rich(isOver ? 'was' : 'stands', { by, time: () => <Timestamp at={endsAt} zone={zone} /> })} <q>{reason}</q>{' '}
        {t('tried')} <q>{tried}</q> {t('deeds', { count: deeds })} {isRefused && t('refused')}
      </p>
      {mayRead && (
        <Button size="small" data-action="read-emergency" disabled={isPending} onClick={press(readEmergencyAction)}>
          {t('read')}
        </Button>
      )}
      {mayEnd && (
        <Button size="small" data-action="end-emergency" disabled={isPending} onClick={press(endEmergencyAction)}>
          {t('end')}
        </Button>
      )}
    </div>
  );
}
