'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import type { FormEvent, MouseEvent, ReactNode } from 'react';
import { useEffect, useRef, useTransition } from 'react';

const SETTLE_MS = 300;

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** The address that a GET form asks for, without what is blank. */
function addressOf(form: HTMLFormElement, pathname: string): string {
  const held = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].trim() !== '',
  );
  return held.length === 0 ? pathname : `${pathname}?${new URLSearchParams(held)}`;
}

/**
 * A list whose state is its address (screens 0). Links and forms work without this; with it the rows stay, dimmed, while
 * the next ones are read, and typing in the search replaces the address once the typing pauses.
 */
export function ListRegion({ children }: { children: ReactNode }) {
  const router = useRouter();
  const pathname = usePathname();
  const typed = useSearchParams().get('q') ?? '';
  const [isPending, start] = useTransition();
  const region = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const go = (href: string, how: 'push' | 'replace', scroll = false) => {
    clearTimeout(timer.current);
    start(() => router[how](href, { scroll }));
  };

  // The field is the browser's own: it follows the address only while nobody types in it.
  useEffect(() => {
    const field = region.current?.querySelector<HTMLInputElement>('form[role="search"] input[type="search"]');
    if (field && field !== document.activeElement) field.value = typed;
  }, [typed]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const follow = (event: MouseEvent<HTMLDivElement>) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !isPlainClick(event) || link.target !== '' || link.hasAttribute('download')) return;
    const url = new URL(link.href);
    if (url.origin !== window.location.origin || url.pathname !== pathname) return;
    event.preventDefault();
    go(`${url.pathname}${url.search}`, 'push', link.closest('.pager') !== null);
  };
  const submit = (event: FormEvent<HTMLDivElement>) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.method !== 'get') return;
    event.preventDefault();
    // The form component would go by itself too, blank fields and all.
    event.stopPropagation();
    form.closest<HTMLElement>('[popover]')?.hidePopover();
    go(addressOf(form, pathname), form.role === 'search' ? 'replace' : 'push');
  };
  const type = (event: FormEvent<HTMLDivElement>) => {
    const form = event.target instanceof HTMLInputElement ? event.target.form : null;
    if (form?.role !== 'search') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => go(addressOf(form, pathname), 'replace'), SETTLE_MS);
  };

  return (
    <div
      ref={region}
      data-pending={isPending || undefined}
      aria-busy={isPending}
      onClickCapture={follow}
      onSubmitCapture={submit}
      onInputCapture={type}
    >
      {children}
    </div>
  );
}
