import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { ClientWords } from '@/components/layout/client-words';
import { LocaleSwitch } from '@/components/layout/locale-switch';
import { TellTabs } from '@/components/sessions/tell-tabs';
import { IssuerButton } from '@/components/sign-in/issuer-button';
import { SignInForm } from '@/components/sign-in/sign-in-form';
import { Icon } from '@/components/ui/icon';
import { Notice } from '@/components/ui/notice';
import { ownPath } from '@/lib/auth/own-path';
import { currentStaff } from '@/lib/boundary';
import { context } from '@/lib/context';
import { isLocale } from '@/lib/i18n/locale';
import { paths } from '@/lib/paths';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('signIn');
  return { title: t('title') };
}

type SignInProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const reasons = [
  'signed-out',
  'ended',
  'password-set',
  'password-changed',
  'factors-reset',
  'not-admitted',
  'issuer-failed',
] as const;
type Reason = (typeof reasons)[number];
/** Reasons that say that something went wrong. */
const faults: Reason[] = ['not-admitted', 'issuer-failed'];

/** Why somebody stands here: they left, a password is new, or their session ended although the browser still holds it. */
async function reasonOf(asked: unknown): Promise<Reason | null> {
  const given = reasons.find((reason) => reason === asked);
  if (given !== undefined) return given;
  const held = (await cookies()).getAll();
  return held.some(({ name }) => name.includes('next-auth.session-token')) ? 'ended' : null;
}

export default async function SignInPage({ searchParams }: SignInProps) {
  const { next, reason: asked } = await searchParams;
  const onward = ownPath(next) ?? paths.root();
  if (await currentStaff()) redirect(onward);
  const { oidc } = (await context()).environment;
  const [t, locale, reason] = await Promise.all([getTranslations('signIn'), getLocale(), reasonOf(asked)]);
  return (
    <>
      <header className="flex h-12 items-center justify-end px-4">
        {isLocale(locale) && <LocaleSwitch locale={locale} />}
      </header>
      <main className="mx-auto flex max-w-84 flex-col px-4 pt-[12vh] pb-12">
        <span className="brand-mark">
          <Icon name="requests" />
        </span>
        <h1 className="text-title mt-4">{t('heading')}</h1>
        <p className="text-ink-2 mt-1 mb-6">{t('context')}</p>
        {reason && (
          <div className="mb-4">
            {faults.includes(reason) ? (
              <Notice role="alert" tone="rejected" icon="warning">
                {t(`reasons.${reason}`)}
              </Notice>
            ) : (
              <Notice role="status" icon={reason === 'ended' ? 'clock' : 'check'}>
                {t(`reasons.${reason}`)}
              </Notice>
            )}
          </div>
        )}
        <TellTabs />
        <ClientWords spaces={['signIn']}>
          <SignInForm onward={onward} />
          {oidc && <IssuerButton name={oidc.name} onward={onward} />}
        </ClientWords>
      </main>
    </>
  );
}
