'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { DomainContext } from '@/components/domains/domain-context';
import { DomainHints } from '@/components/domains/domain-hints';
import { DomainPanel } from '@/components/domains/domain-panel';
import { RadioGroup } from '@/components/form/radio-group';
import { TextField } from '@/components/form/text-field';
import { Tick } from '@/components/form/tick';
import { Notice } from '@/components/ui/notice';
import { FieldGrid, Group } from '@/components/ui/section';
import { StateBadge } from '@/components/ui/state-badge';
import { paths } from '@/lib/paths';
import { h5DomainsMax } from '@/lib/platform/wire/sub-merchant';
import { h5Obstacle, isHardObstacle } from '@/lib/sub-merchants/rules';
import type { EditValues } from '@/lib/sub-merchants/schema';
import { h5Choices } from '@/lib/sub-merchants/schema';
import { useEdit } from './edit-context';
import { tidyText } from './tidy';

type H5GroupProps = {
  /** Where the domains in force come from and since when: a line of its own. */
  inForce: ReactNode;
};

/** Three ways (day F13): leave H5 as it is and send neither field, apply for it, or change its domains. */
export function H5Group({ inForce }: H5GroupProps) {
  const t = useTranslations('edit');
  const words = useTranslations('fields');
  const edit = useEdit();
  const { isLocked, base, connection, subMchid } = edit;
  const domainWords = useTranslations('edit.domains');
  const form = useFormContext<EditValues>();
  const choice = useWatch({ control: form.control, name: 'apply_h5_payment' });
  const isAnyway = useWatch({ control: form.control, name: 'ticked.h5Anyway' });
  const obstacle = h5Obstacle(choice, base.h5State);
  return (
    <Group id="h5" legend={t('groups.h5')}>
      <div className="text-ink-2 text-table mb-2 flex flex-wrap items-center gap-2">
        {t('h5.now')} <StateBadge state={base.h5State === 'UNKNOWN' ? null : base.h5State} />
      </div>
      <RadioGroup
        name="apply_h5_payment"
        label={words('apply_h5_payment.label')}
        help={t(`h5.${choice}.help`)}
        choices={h5Choices.map((value) => ({ value, label: t(`h5.${value}.label`) }))}
      />
      {obstacle && isHardObstacle(obstacle) && (
        <Notice icon="punished" tone="punished" role="status">
          <p>{t(`h5.obstacle.${obstacle}`)}</p>
          <p>
            <Link className="link" href={paths.subMerchant(connection, subMchid, { tab: 'penalty' })} prefetch={false}>
              {t('h5.recordLifting')}
            </Link>
          </p>
        </Notice>
      )}
      {obstacle && !isHardObstacle(obstacle) && (
        <Notice icon="warning" tone="review" role="status">
          <p>{t(`h5.obstacle.${obstacle}`)}</p>
          <Tick
            name="ticked.h5Anyway"
            label={t(`h5.anyway.${obstacle}`)}
            checked={isAnyway}
            disabled={isLocked}
            onChange={(checked) => form.setValue('ticked.h5Anyway', checked, { shouldDirty: true })}
          />
        </Notice>
      )}
      {choice !== 'leave' && (
        <DomainContext
          value={{
            ...edit,
            list: 'h5_payment_apply_info.domains',
            website: 'h5_payment_apply_info.website_url',
            before: base.domainsInForce,
            ticks: 'ticked.removedDomains',
            max: h5DomainsMax,
            isHard: true,
          }}
        >
          <DomainPanel title={domainWords('inForce')} asOf={inForce} note={domainWords('replaces')} />
          <FieldGrid>
            <div className="wide mt-3">
              <TextField
                name="h5_payment_apply_info.website_url"
                label={words('h5_payment_apply_info_website_url.label')}
                apiName="website_url"
                help={words('h5_payment_apply_info_website_url.help')}
                counter={{ max: 128 }}
                inputMode="url"
                normalise={(typed) => tidyText(typed).value}
              />
            </div>
          </FieldGrid>
          <DomainHints />
        </DomainContext>
      )}
    </Group>
  );
}
