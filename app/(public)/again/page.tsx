import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { Again } from '@/components/auth/again';
import { OwedFactor } from '@/components/auth/owed-factor';
import { ClientWords } from '@/components/layout/client-words';
import { ownPath } from '@/lib/auth/own-path';
import { currentStaff } from '@/lib/boundary';
import { context } from '@/lib/context';
import { owesFactor } from '@/lib/factors/enforced';
import { paths } from '@/lib/paths';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('again');
  return { title: t('title') };
}

type AgainPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/**
 * Where somebody who is signed in goes to the issuer to prove it again, and where they come back to; and where whoever came
 * from the issuer gives the second factor that they have here.
 */
export default async function AgainPage({ searchParams }: AgainPageProps) {
  const staff = await currentStaff();
  if (!staff) redirect(paths.signIn({ next: paths.again() }));
  const [{ done, next }, t, { db, environment }] = await Promise.all([
    searchParams,
    getTranslations('again'),
    context(),
  ]);
  const { oidc } = environment;
  const owes = await owesFactor(db, staff);
  return (
    <main className="mx-auto flex max-w-84 flex-col px-4 pt-[12vh] pb-12">
      <h1 className="text-title mb-6">{t('title')}</h1>
      {owes ? (
        <ClientWords spaces={['again', 'form', 'stepUp']}>
          <OwedFactor onward={ownPath(next) ?? paths.root()} />
        </ClientWords>
      ) : oidc ? (
        <ClientWords spaces={['again']}>
          <Again name={oidc.name} done={done === 'yes' || done === 'no' ? done : null} />
        </ClientWords>
      ) : (
        <p>{t('none')}</p>
      )}
    </main>
  );
}
