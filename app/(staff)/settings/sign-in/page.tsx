import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { StaffFrame } from '@/app/(staff)/staff-frame';
import { MyFactors } from '@/components/factors/my-factors';
import { ClientWords } from '@/components/layout/client-words';
import { LocaleSwitch } from '@/components/layout/locale-switch';
import { PageHeader } from '@/components/layout/page-header';
import { Button } from '@/components/ui/button';
import { SayRegion } from '@/components/ui/say-region';
import { signOutAction } from '@/lib/auth/actions';
import { ownPath } from '@/lib/auth/own-path';
import { accountsOf, requireSelf } from '@/lib/boundary';
import { mustHaveFactor } from '@/lib/factors/enforced';
import { myFactors } from '@/lib/factors/queries';
import { isLocale } from '@/lib/i18n/locale';
import { paths } from '@/lib/paths';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('factors');
  return { title: t('title') };
}

type MySignInPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** One's own second factors. Who must have one and has none sees nothing else of the console yet, so no frame either. */
export default async function MySignInPage({ searchParams }: MySignInPageProps) {
  const { context, staff, lacksFactor } = await requireSelf(paths.mySignIn());
  const [{ next }, t, locale, factors] = await Promise.all([
    searchParams,
    getTranslations('factors'),
    getLocale(),
    myFactors(context.db, staff.id, mustHaveFactor(context, staff)),
  ]);
  const parts = (
    <ClientWords spaces={['common', 'form', 'factors', 'stepUp']}>
      <SayRegion>
        <MyFactors
          factors={factors}
          zone={staff.timeZone}
          onward={lacksFactor ? (ownPath(next) ?? paths.root()) : null}
        />
      </SayRegion>
    </ClientWords>
  );
  if (lacksFactor) {
    return (
      <>
        <header className="flex h-12 items-center justify-end gap-2 px-4">
          {isLocale(locale) && <LocaleSwitch locale={locale} />}
          <form action={signOutAction}>
            <Button type="submit" variant="ghost" size="small" icon="leave" data-action="sign-out">
              {t('signOut')}
            </Button>
          </form>
        </header>
        <main className="mx-auto max-w-180 pb-12">
          <PageHeader title={t('first.title')} context={<span className="text-ink-3">{staff.email}</span>} />
          <p className="gutter text-ink-2 pb-2">{t('first.why')}</p>
          {parts}
        </main>
      </>
    );
  }
  return (
    <StaffFrame context={context} staff={staff} account={accountsOf(context, staff)[0] ?? null}>
      <PageHeader title={t('title')} context={<span className="text-ink-3">{t('context')}</span>} />
      {parts}
    </StaffFrame>
  );
}
