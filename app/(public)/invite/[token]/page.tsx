import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { ClientWords } from '@/components/layout/client-words';
import { LocaleSwitch } from '@/components/layout/locale-switch';
import { SetPasswordForm } from '@/components/staff/password-forms';
import { ButtonLink } from '@/components/ui/button-link';
import { Icon } from '@/components/ui/icon';
import { context } from '@/lib/context';
import { isLocale } from '@/lib/i18n/locale';
import { paths } from '@/lib/paths';
import { readLink } from '@/lib/staff/link';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('password');
  return { title: t('setTitle') };
}

/** A one-time link: whoever holds it sets the password. One that does not work says no more than that. */
export default async function InvitePage({ params }: { params: Promise<{ token: string }> }) {
  const [{ token }, held, t, locale] = await Promise.all([params, context(), getTranslations('password'), getLocale()]);
  const whose = await readLink(held, token);
  return (
    <>
      <header className="flex h-12 items-center justify-end px-4">
        {isLocale(locale) && <LocaleSwitch locale={locale} />}
      </header>
      <main className="mx-auto flex max-w-84 flex-col px-4 pt-[12vh] pb-12">
        <span className="brand-mark">
          <Icon name={whose ? 'key' : 'lock'} />
        </span>
        {whose ? (
          <>
            <h1 className="text-title mt-4">{t(`heading.${whose.kind}`)}</h1>
            <p className="text-ink-2 mt-1 mb-6">{t(`context.${whose.kind}`, { name: whose.name })}</p>
            <ClientWords spaces={['form', 'password']}>
              <SetPasswordForm token={token} email={whose.email} kind={whose.kind} />
            </ClientWords>
          </>
        ) : (
          <>
            <h1 className="text-title mt-4">{t('noLink.title')}</h1>
            <p className="text-ink-2 mt-1 mb-6">{t('noLink.explain')}</p>
            <p>
              <ButtonLink href={paths.signIn()}>{t('noLink.signIn')}</ButtonLink>
            </p>
          </>
        )}
      </main>
    </>
  );
}
