'use client';

import type { ReactNode } from 'react';
import { useState } from 'react';
import type { Theme } from './preferences';
import { keepChoice, themeCookie, themes } from './preferences';

function show(theme: Theme): void {
  document.documentElement.classList.remove(...themes);
  document.documentElement.classList.add(theme);
  keepChoice(themeCookie, theme);
}

const isDarkNow = (): boolean => {
  const { classList } = document.documentElement;
  if (classList.contains('system')) return matchMedia('(prefers-color-scheme: dark)').matches;
  return classList.contains('dark');
};

/** Light or dark in one click; the icons inside are chosen by CSS, so the server's page is already right. */
export function ThemeToggle({ label, children }: { label: string; children: ReactNode }) {
  return (
    <button
      type="button"
      className="quiet-button"
      aria-label={label}
      title={label}
      onClick={() => show(isDarkNow() ? 'light' : 'dark')}
    >
      {children}
    </button>
  );
}

type ThemeChoiceProps = { theme: Theme; label: string; labels: Record<Theme, string> };

/** Light, dark, or as the machine says. */
export function ThemeChoice({ theme, label, labels }: ThemeChoiceProps) {
  const [current, setCurrent] = useState(theme);
  const choose = (next: Theme) => {
    show(next);
    setCurrent(next);
  };
  return (
    <fieldset className="segmented w-full" aria-label={label} data-size="small">
      {themes.map((value) => (
        <button
          key={value}
          type="button"
          className="flex-1 justify-center"
          aria-pressed={value === current}
          onClick={() => choose(value)}
        >
          {labels[value]}
        </button>
      ))}
    </fieldset>
  );
}
