'use client';

import type { ReactNode } from 'react';

type TickProps = {
  label: ReactNode;
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
};

/** A tick that confirms something and is not sent (a removed domain). */
export function Tick({ label, name, checked, onChange, disabled = false }: TickProps) {
  return (
    <label className="tick">
      <input
        type="checkbox"
        className="check"
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
