import 'server-only';
import type { ToldApplication } from '@/lib/applications/news';
import type { Vault } from '@/lib/db/vault';
import { newsOf } from '@/lib/notifications/message';
import { discrepancyAbout } from '@/lib/notifications/sealed';
import { isObject, parseJson } from '@/lib/platform/json';
import { applymentEventPrefix } from '@/lib/platform/wire/notification';

/** The kept part of a discrepancy that says what was told. */
export type KeptContent = {
  applymentId: string | null;
  notificationId: string;
  toldAsOf: Date;
  content: Uint8Array | null;
  contentSha256: string;
};

/**
 * The application as it was told; otherwise why there is none. Whether the event may say so was judged when it came: only
 * then is there an application number.
 */
export function toldBy(
  { applymentId, notificationId, toldAsOf, content, contentSha256 }: KeptContent,
  vault: Vault,
): ToldApplication | 'nothing-to-take' | 'content-purged' {
  if (applymentId === null) return 'nothing-to-take';
  if (content === null) return 'content-purged';
  const json = parseJson(vault.open(content, discrepancyAbout(notificationId, contentSha256)));
  if (!isObject(json)) return 'nothing-to-take';
  const envelope = { event_type: applymentEventPrefix, create_time: toldAsOf.toISOString() };
  const news = newsOf({ envelope, json }, notificationId);
  return news.kind === 'application' ? news.told : 'nothing-to-take';
}
