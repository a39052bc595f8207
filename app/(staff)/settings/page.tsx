import { redirect } from 'next/navigation';
import { currentStaff } from '@/lib/boundary';
import { paths } from '@/lib/paths';
import type { SettingsSearch } from './settings-frame';
import { requireSettings } from './settings-frame';
import { settingsOf, settingsPages } from './settings-pages';

/** Leads on to the first page of settings that the person may open; who may open none is refused as at the first. */
export default async function SettingsPage({ searchParams }: { searchParams: SettingsSearch }) {
  const staff = await currentStaff();
  const [page = 'certificates'] = settingsOf(staff?.permissions ?? []);
  const { account } = await requireSettings(searchParams, page, paths.settings);
  redirect(settingsPages[page].href(account.connection.slug));
}
