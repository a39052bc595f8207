import { utf8Bytes } from '@/lib/platform/wire/text';
import type { EditBase, PanelLine } from '@/lib/sub-merchants/rules';
import { outgoing, panelLines, shownPaths } from '@/lib/sub-merchants/rules';
import type { EditValues, FieldPath } from '@/lib/sub-merchants/schema';

export const DOMAINS = 'h5_payment_apply_info.domains';

export type SentSummary = {
  /** Changed, added and removed lines, the list of domains apart. */
  changed: PanelLine[];
  /** Every entry of the list of domains, removed ones last; empty when H5 is left as it is. */
  domains: PanelLine[];
  /** Sent again as held. */
  resent: PanelLine[];
  /** Held values that do not go out: ticked, or hidden by a choice. */
  leftOut: PanelLine[];
  removedDomains: string[];
  /** Optional fields that we do not hold: not sent, and what that does is not stated (day 7). */
  notHeld: FieldPath[];
  /** Lines that change something; the list of domains counts each entry. */
  changedCount: number;
  allCount: number;
};

/** What the panel and the confirmation say of a sending. */
export function summariseSending(values: EditValues, base: EditBase): SentSummary {
  const lines = panelLines(values, base, utf8Bytes);
  const isDomain = ({ path }: PanelLine) => path === DOMAINS;
  const domains = lines.filter(isDomain);
  const fields = lines.filter((line) => !isDomain(line));
  const changed = lines.filter(({ kind }) => kind !== 'same');
  return {
    changed: fields.filter(({ kind }) => kind !== 'same'),
    domains,
    resent: fields.filter(({ kind }) => kind === 'same'),
    leftOut: fields.filter(({ kind }) => kind === 'removed'),
    removedDomains: domains.flatMap(({ kind, was }) => (kind === 'removed' && was !== null ? [was] : [])),
    notHeld: shownPaths(values).filter((path) => {
      const out = outgoing(path, values, base);
      return out.kind === 'absent' && !out.wasHeld;
    }),
    changedCount: changed.length,
    allCount: lines.length,
  };
}
