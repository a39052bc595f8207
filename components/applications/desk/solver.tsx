'use client';

import { useTranslations } from 'next-intl';
import { focusPath } from '@/components/form/action-form';
import { Icon } from '@/components/ui/icon';
import { requirementsOf } from '@/lib/applications/rules';
import type { FixForm } from '@/lib/applications/view';
import { useDesk } from './desk-context';

/** What this type, limit and website state need; each item leads to its field (features row 22). */
export function Solver({ values }: { values: FixForm }) {
  const t = useTranslations('desk.solver');
  const words = useTranslations('desk');
  const { applymentType } = useDesk();
  const requirements = requirementsOf(values, applymentType);
  const met = requirements.filter(({ isMet }) => isMet).length;
  const limit = values.transaction_limit_type;
  const site = values.website_state;
  return (
    <section className="solver" aria-label={t('title')} data-part="solver" data-met={met === requirements.length}>
      <p>
        <span>{t('neededFor')}</span>{' '}
        <b>
          {[
            applymentType !== null && words.has(`type.${applymentType}`) ? words(`type.${applymentType}`) : null,
            words.has(`limit.${limit}.name`) ? words(`limit.${limit}.name`) : null,
            words.has(`site.${site}`) ? words(`site.${site}`) : null,
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        </b>
        <span className="push tabular-nums">{t('count', { met, total: requirements.length })}</span>
      </p>
      <ul>
        {requirements.map(({ key, path, isMet }) => (
          <li key={key}>
            <button type="button" data-met={isMet} onClick={() => focusPath(path)}>
              <Icon name={isMet ? 'approved' : 'warning'} size="small" />
              <span>{t(`item.${key}`)}</span>
              <span className="sr-only">{t(isMet ? 'met' : 'missing')}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
