import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { SettingsSearch } from '@/app/(staff)/settings/settings-frame';
import { requireSettings, SettingsFrame } from '@/app/(staff)/settings/settings-frame';
import { ClientWords } from '@/components/layout/client-words';
import { Lingering } from '@/components/policies/lingering';
import { InvitePerson } from '@/components/staff/invite-person';
import { OwnRoles } from '@/components/staff/own-roles';
import { RoleForm } from '@/components/staff/role-form';
import { RoleMatrix } from '@/components/staff/role-matrix';
import { StaffTable } from '@/components/staff/staff-table';
import { Notice } from '@/components/ui/notice';
import { SayRegion } from '@/components/ui/say-region';
import { mayDo, mayGrant } from '@/lib/auth/permissions';
import { listStaff } from '@/lib/staff/queries';

export async function generateMetadata(): Promise<Metadata> {
  const tSettings = await getTranslations('settings');
  return { title: tSettings('staff') };
}

export default async function StaffPage({ searchParams }: { searchParams: SettingsSearch }) {
  const guarded = await requireSettings(searchParams, 'staff');
  const { context, staff, account } = guarded;
  const [t, tRoles, list] = await Promise.all([
    getTranslations('staff'),
    getTranslations('home.roles'),
    listStaff(context, staff),
  ]);
  const { slug } = account.connection;
  const mayManage = mayDo(staff.permissions, 'staff:manage');
  const isSingleAdministrator = list.administrators === 1;
  const mayActAlone = isSingleAdministrator && list.lingering.length === 0;
  const shown = list.roles.map(({ key, name, permissions, revision }) => ({
    value: key,
    label: name ?? (tRoles.has(key) ? tRoles(key) : key),
    permissions,
    revision,
    isAbove: !mayGrant(staff.permissions, permissions),
  }));
  const connections = context.accounts().map(({ connection: { id, name } }) => ({ id, name }));
  return (
    <SettingsFrame guarded={guarded} page="staff" note={<span className="text-ink-3">{t('context')}</span>}>
      <ClientWords spaces={['common', 'form', 'staff', 'asking', 'stepUp']}>
        <section aria-labelledby="staff">
          <SayRegion
            head={
              <>
                <div className="section-head">
                  <h2 id="staff">{t('title')}</h2>
                  <p>{t('count', { people: list.rows.length, administrators: list.administrators })}</p>
                  {mayManage && (
                    <div data-part="actions">
                      <InvitePerson slug={slug} roles={shown} connections={connections} mayActAlone={mayActAlone} />
                    </div>
                  )}
                </div>
                {isSingleAdministrator && (
                  <div className="gutter pb-3" data-single-administrator="">
                    {mayActAlone ? (
                      <Notice tone="rejected" icon="warning">
                        <b>{t('single.title')}</b> {t('single.way')}
                      </Notice>
                    ) : (
                      <Lingering people={list.lingering} zone={staff.timeZone} />
                    )}
                  </div>
                )}
              </>
            }
          >
            <StaffTable
              slug={slug}
              rows={list.rows}
              waiting={list.waiting}
              roles={shown}
              connections={connections}
              mayManage={mayManage}
              isSingleAdministrator={isSingleAdministrator}
              mayActAlone={mayActAlone}
              zone={staff.timeZone}
              now={context.now()}
            />
          </SayRegion>
        </section>
        <section aria-labelledby="own-roles">
          <SayRegion
            head={
              <div className="section-head">
                <h2 id="own-roles">{t('own.title')}</h2>
                <p>{t('own.explain')}</p>
                {mayManage && (
                  <div data-part="actions">
                    {isSingleAdministrator ? (
                      <span className="text-ink-3">{t('own.needsSecond')}</span>
                    ) : (
                      <RoleForm slug={slug} held={staff.permissions} />
                    )}
                  </div>
                )}
              </div>
            }
          >
            <OwnRoles
              slug={slug}
              roles={list.roles}
              waiting={list.waitingRoles}
              held={staff.permissions}
              mayChange={mayManage && !isSingleAdministrator}
            />
          </SayRegion>
        </section>
      </ClientWords>
      <section aria-labelledby="matrix">
        <div className="section-head">
          <h2 id="matrix">{t('matrix.title')}</h2>
          <p>{t('matrix.explain')}</p>
        </div>
        <div className="gutter pb-10">
          <RoleMatrix roles={shown} />
        </div>
      </section>
    </SettingsFrame>
  );
}
