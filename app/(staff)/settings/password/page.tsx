import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { StaffFrame } from '@/app/(staff)/staff-frame';
import { ClientWords } from '@/components/layout/client-words';
import { PageHeader } from '@/components/layout/page-header';
import { ChangePasswordForm } from '@/components/staff/password-forms';
import { accountsOf, requireStaff } from '@/lib/boundary';
import { paths } from '@/lib/paths';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('password');
  return { title: t('changeTitle') };
}

/** One's own password: everybody who is signed in has one, whatever they may do. */
export default async function PasswordPage() {
  const { context, staff } = await requireStaff(paths.password());
  const t = await getTranslations('password');
  return (
    <StaffFrame context={context} staff={staff} account={accountsOf(context, staff)[0] ?? null}>
      <PageHeader title={t('changeTitle')} context={<span className="text-ink-3">{t('changeContext')}</span>} />
      <div className="gutter max-w-108 pb-10">
        <ClientWords spaces={['form', 'password']}>
          <ChangePasswordForm email={staff.email} />
        </ClientWords>
      </div>
    </StaffFrame>
  );
}
