import { redirect } from 'next/navigation';
import { paths } from '@/lib/paths';
import type { SettingsSearch } from './settings-frame';
import { requireSettings } from './settings-frame';

/** Leads on to the first page of settings. */
export default async function SettingsPage({ searchParams }: { searchParams: SettingsSearch }) {
  const { account } = await requireSettings(searchParams, paths.settings);
  redirect(paths.certificates(account.connection.slug));
}
