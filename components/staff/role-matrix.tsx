import { useTranslations } from 'next-intl';
import { permissions } from '@/lib/auth/permissions';
import { Icon } from '../ui/icon';
import { PlainTable } from '../ui/table';
import type { ShownRole } from './roles-field';

/** What each role may do, drawn from the table that the guards read. */
export function RoleMatrix({ roles }: { roles: ShownRole[] }) {
  const t = useTranslations('staff.matrix');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="role-matrix" tabIndex={0} aria-label={t('title')}>
      <PlainTable caption={t('title')}>
        <thead>
          <tr>
            <th scope="col">{t('permission')}</th>
            {roles.map(({ value, label }) => (
              <th key={value} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {permissions.map((permission) => (
            <tr key={permission}>
              <th scope="row">
                {t(`permissions.${permission}`)} <code className="api-name">{permission}</code>
              </th>
              {roles.map(({ value, label, permissions: given }) => {
                const isHeld = given.includes(permission);
                return (
                  <td key={value} data-held={isHeld || undefined}>
                    {isHeld ? <Icon name="check" /> : <span aria-hidden="true">{'·'}</span>}
                    <span className="sr-only">{t(isHeld ? 'may' : 'mayNot', { role: label })}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </section>
  );
}
