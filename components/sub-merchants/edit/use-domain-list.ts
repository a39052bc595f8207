'use client';

import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { PastedDomains } from '@/lib/domains/normalise';
import { addDomains, normaliseDomain } from '@/lib/domains/normalise';
import { removedDomains } from '@/lib/sub-merchants/rules';
import type { EditValues } from '@/lib/sub-merchants/schema';
import { useEdit } from './edit-context';

const LIST = 'h5_payment_apply_info.domains';

/** What happened to the last entry: rewritten, merged with one that is there, or refused. */
export type DomainNews = Pick<PastedDomains, 'rewritten' | 'duplicates' | 'refused'>;

const none: DomainNews = { rewritten: [], duplicates: [], refused: [] };

/** The list of H5 domains as it is typed: what is kept, added and removed, and every way to change it. */
export function useDomainList() {
  const { base } = useEdit();
  const form = useFormContext<EditValues>();
  const values = useWatch({ control: form.control }) as EditValues;
  const { domains } = values.h5_payment_apply_info;
  const [news, setNews] = useState<DomainNews>(none);

  const write = (next: string[], isDone: boolean) => {
    const shouldValidate = isDone || form.formState.isSubmitted;
    form.setValue(LIST, next, { shouldDirty: true, shouldTouch: isDone, shouldValidate });
    // A domain that is back in the list needs no tick; should it leave again, it is ticked again.
    const stillGone = form.getValues('ticked.removedDomains').filter((domain) => !next.includes(domain));
    if (stillGone.length !== form.getValues('ticked.removedDomains').length)
      form.setValue('ticked.removedDomains', stillGone);
  };

  return {
    domains,
    news,
    removed: removedDomains(values, base),
    ticked: values.ticked.removedDomains,
    /** What a row is when it is sent; what is typed and is no domain is neither kept nor added. */
    kindOf: (domain: string): 'kept' | 'added' | 'typed' =>
      base.domainsInForce.includes(domain) ? 'kept' : normaliseDomain(domain).ok ? 'added' : 'typed',
    /** Each letter; nothing is tidied while a person types. */
    type: (index: number, text: string) => {
      setNews(none);
      write(domains.toSpliced(index, 1, text), false);
    },
    /** A row is left: it becomes a domain, or stays as typed with the reason why it is none. */
    leave: (index: number) => {
      const typed = domains[index];
      if (typed === undefined) return form.trigger(LIST);
      const others = domains.toSpliced(index, 1);
      if (typed.trim() === '') return write(others, true);
      const one = normaliseDomain(typed);
      if (!one.ok) {
        // As long as it stands there, the rules refuse it under the row; here is what may be taken instead.
        setNews(one.host === null ? none : { ...none, refused: [{ typed, problem: one.problem, host: one.host }] });
        return write(domains, true);
      }
      // Left a second time, after Enter: what was told of it still stands.
      if (one.ok && one.domain === typed && !others.includes(typed)) return form.trigger(LIST);
      const isDouble = others.includes(one.domain);
      const told = { typed, domain: one.domain };
      setNews({ ...none, ...(isDouble ? { duplicates: [told] } : one.isRewritten && { rewritten: [told] }) });
      write(isDouble ? others : domains.toSpliced(index, 1, one.domain), true);
    },
    /** Several at once; true when the text was a list and is taken care of. */
    paste: (index: number, text: string): boolean => {
      if (text.trim().split(/[\s,;，；、]+/).length < 2) return false;
      const others = domains.toSpliced(index, 1).filter((domain) => domain !== '');
      const result = addDomains(others, text);
      setNews(result);
      write(result.domains, true);
      return true;
    },
    replace: (typed: string, domain: string) => {
      const next = domains.filter((held) => held !== typed && held !== domain);
      setNews(none);
      write([...next, domain], true);
    },
    remove: (domain: string) =>
      write(
        domains.filter((held) => held !== domain),
        true,
      ),
    putBack: (domain: string) => write([...domains.filter((held) => held !== ''), domain], true),
    tick: (domain: string, checked: boolean) => {
      const others = form.getValues('ticked.removedDomains').filter((held) => held !== domain);
      form.setValue('ticked.removedDomains', checked ? [...others, domain] : others, { shouldDirty: true });
    },
  };
}
