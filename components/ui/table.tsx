import Link from 'next/link';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Icon } from './icon';

type TableProps = {
  /** Read out, not shown: what the rows are. */
  caption: string;
  density?: 'comfortable' | 'compact';
  children: ReactNode;
};

/** The frame of a list: sticky header, hairlines, cards under 768 px. Rows move with j, k and Enter. */
export function Table({ caption, density = 'comfortable', children }: TableProps) {
  return (
    <table className="list-table" data-density={density} data-keyboard="rows">
      <caption className="sr-only">{caption}</caption>
      {children}
    </table>
  );
}

type Column = {
  align?: 'start' | 'end';
  /** Leaves first (1) to last (4) as the window narrows; a column without it stays. */
  giveWay?: 1 | 2 | 3 | 4 | undefined;
};

type HeadCellProps = Column & {
  children: ReactNode;
  /** Read out, not shown: for a column of buttons. */
  isHidden?: boolean;
  sort?: { href: string; direction: 'ascending' | 'descending' | null };
};

/** A column's head. With `sort` it is a link; `direction` is the order now, null when sorted by another column. */
export function HeadCell({ align, giveWay, isHidden = false, sort, children }: HeadCellProps) {
  const words = isHidden ? <span className="sr-only">{children}</span> : children;
  return (
    <th scope="col" data-align={align} data-give-way={giveWay} aria-sort={sort?.direction ?? undefined}>
      {sort ? (
        <Link href={sort.href} prefetch={false} scroll={false}>
          {children}
          {sort.direction && <Icon size="small" name={sort.direction === 'ascending' ? 'up' : 'down'} />}
        </Link>
      ) : (
        words
      )}
    </th>
  );
}

type CellProps = Column & {
  /** Those that a card on a phone shows; `action` shows only there. `deeds` are the buttons of a row. */
  part?: 'name' | 'id' | 'state' | 'action' | 'deeds' | 'detail';
  /** What a `detail` is called on a phone, where it has no column. */
  label?: string;
  children?: ReactNode;
};

/** A value in a row. */
export function Cell({ align, giveWay, part, label, children }: CellProps) {
  return (
    <td data-align={align} data-give-way={giveWay} data-cell={part} data-label={label}>
      {children}
    </td>
  );
}

/** The first column: the link that opens the row, with a second name under it. */
export function NameCell({
  href,
  children,
  second,
  lang,
}: {
  href: string;
  children: ReactNode;
  second?: ReactNode;
  lang?: string;
}) {
  return (
    <td data-cell="name">
      <Link href={href} prefetch={false} data-row-link="" lang={lang}>
        {children}
      </Link>
      {second && <small>{second}</small>}
    </td>
  );
}

/** A small table inside a panel: no sticky header, no cards. */
export function PlainTable({ caption, children, ...rest }: { caption: string } & ComponentPropsWithRef<'table'>) {
  return (
    <table className="plain-table" {...rest}>
      <caption className="sr-only">{caption}</caption>
      {children}
    </table>
  );
}

/** Around a table that may be wider than the page: it scrolls by itself, by keyboard too. */
export function SideScroll({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div className="relative overflow-x-auto" tabIndex={0}>
      {children}
    </div>
  );
}
