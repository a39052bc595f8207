import type { ReactNode } from 'react';

type MenuProps = {
  /** Unique in the page: it ties the button to what it opens. */
  id: string;
  label: string;
  align?: 'start' | 'end';
  className?: string;
  trigger: ReactNode;
  children: ReactNode;
};

/** A button in the top bar and the sheet it opens, by the browser's own popover: Escape and a click beside it close it. */
export function Menu({ id, label, align = 'end', className = 'quiet-button', trigger, children }: MenuProps) {
  return (
    <>
      <button type="button" className={className} popoverTarget={id} aria-label={label} title={label}>
        {trigger}
      </button>
      <div id={id} popover="auto" className="menu" data-align={align}>
        {children}
      </div>
    </>
  );
}
