'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { keepChoice } from './preferences';

type ChoiceListProps = {
  cookie: string;
  label: string;
  current: string;
  choices: { value: string; label: string; lang?: string }[];
  /** A server action that writes the choice into the staff member's settings. */
  save?: ((value: string) => Promise<unknown>) | undefined;
};

/** Items of a menu that keep a choice in a cookie and draw the page anew. */
export function ChoiceList({ cookie, label, current, choices, save }: ChoiceListProps) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const choose = (value: string, button: HTMLElement) => {
    button.closest<HTMLElement>('[popover]')?.hidePopover();
    keepChoice(cookie, value);
    start(async () => {
      await save?.(value);
      router.refresh();
    });
  };
  return (
    <fieldset aria-label={label} aria-busy={pending}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          className="menu-item"
          lang={choice.lang}
          aria-current={choice.value === current ? 'true' : undefined}
          onClick={(event) => choose(choice.value, event.currentTarget)}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  );
}
