import type { ReactNode } from 'react';

type GroupProps = { id: string; legend: string; note?: ReactNode; disabled?: boolean; children: ReactNode };

/** A group of fields in a form; its id is the anchor of the side index. */
export function Group({ id, legend, note, disabled = false, children }: GroupProps) {
  return (
    <fieldset className="field-group" id={id} disabled={disabled}>
      <legend>
        {legend}
        {note && <small>{note}</small>}
      </legend>
      {children}
    </fieldset>
  );
}

/** Two columns of fields; a child with class `wide` takes both. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className="field-grid">{children}</div>;
}

type SectionProps = { title: string; note?: ReactNode; actions?: ReactNode; children: ReactNode; className?: string };

/** A titled part of a page. */
export function Section({ title, note, actions, children, className = '' }: SectionProps) {
  return (
    <section className={`pt-4 ${className}`.trim()}>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-section">{title}</h2>
        {note && <span className="text-ink-3 text-small">{note}</span>}
        {actions && <span className="ml-auto flex gap-2">{actions}</span>}
      </div>
      {children}
    </section>
  );
}

type PanelProps = { title: string; aside?: ReactNode; under?: ReactNode; footer?: ReactNode; children: ReactNode };

/** A framed part that scrolls by itself, such as "What will be sent". `under` stands below the title in the head. */
export function Panel({ title, aside, under, footer, children }: PanelProps) {
  return (
    <section className="panel" aria-label={title}>
      <header>
        <div className="flex items-center gap-2">
          <h2 className="text-section">{title}</h2>
          {aside && <span className="ml-auto">{aside}</span>}
        </div>
        {under}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div className="min-h-0 flex-1 overflow-auto" tabIndex={0}>
        {children}
      </div>
      {footer && <footer>{footer}</footer>}
    </section>
  );
}
