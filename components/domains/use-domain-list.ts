'use client';

import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { PastedDomains } from '@/lib/domains/normalise';
import { addDomains, normaliseDomain } from '@/lib/domains/normalise';
import { useDomains } from './domain-context';

/** What happened to the last entry: rewritten, merged with one that is there, or refused. */
export type DomainNews = Pick<PastedDomains, 'rewritten' | 'duplicates' | 'refused'>;

/** A list of the form, whose paths this room does not know by name. */
const texts = z.array(z.string());

const none: DomainNews = { rewritten: [], duplicates: [], refused: [] };

/** The list of H5 domains as it is typed: what is kept, added and removed, and every way to change it. */
export function useDomainList() {
  const { list, before, ticks } = useDomains();
  const form = useFormContext();
  const domains = texts.parse(useWatch({ control: form.control, name: list }));
  const watched: unknown = useWatch({ control: form.control, name: ticks ?? list });
  const ticked = ticks === null ? [] : texts.parse(watched);
  const [news, setNews] = useState<DomainNews>(none);

  const write = (next: string[], isDone: boolean) => {
    const shouldValidate = isDone || form.formState.isSubmitted;
    form.setValue(list, next, { shouldDirty: true, shouldTouch: isDone, shouldValidate });
    // A domain that is back in the list needs no tick; should it leave again, it is ticked again.
    if (ticks === null) return;
    const held = texts.parse(form.getValues(ticks));
    const stillGone = held.filter((domain) => !next.includes(domain));
    if (stillGone.length !== held.length) form.setValue(ticks, stillGone);
  };

  return {
    domains,
    news,
    removed: before.filter((domain) => !domains.includes(domain)),
    ticked,
    /** What a row is when it is sent; what is typed and is no domain is neither kept nor added. */
    kindOf: (domain: string): 'kept' | 'added' | 'typed' =>
      before.includes(domain) ? 'kept' : normaliseDomain(domain).ok ? 'added' : 'typed',
    /** Each letter; nothing is tidied while a person types. */
    type: (index: number, text: string) => {
      setNews(none);
      write(domains.toSpliced(index, 1, text), false);
    },
    /** A row is left: it becomes a domain, or stays as typed with the reason why it is none. */
    leave: (index: number) => {
      const typed = domains[index];
      if (typed === undefined) return form.trigger(list);
      const others = domains.toSpliced(index, 1);
      if (typed.trim() === '') return write(others, true);
      const one = normaliseDomain(typed);
      if (!one.ok) {
        // As long as it stands there, the rules refuse it under the row; here is what may be taken instead.
        setNews(one.host === null ? none : { ...none, refused: [{ typed, problem: one.problem, host: one.host }] });
        return write(domains, true);
      }
      // Left a second time, after Enter: what was told of it still stands.
      if (one.ok && one.domain === typed && !others.includes(typed)) return form.trigger(list);
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
      if (ticks === null) return;
      const others = texts.parse(form.getValues(ticks)).filter((held) => held !== domain);
      form.setValue(ticks, checked ? [...others, domain] : others, { shouldDirty: true });
    },
  };
}
