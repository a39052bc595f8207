import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Tone } from '../ui/badge';
import type { IconName } from '../ui/icon';
import { Icon } from '../ui/icon';

type QueueProps = {
  icon: IconName;
  tone?: Tone | undefined;
  title: string;
  count: ReactNode;
  isEmpty?: boolean;
  /** Age of the oldest; `isLate` makes it stand out by word and weight. */
  age?: ReactNode;
  isLate?: boolean;
  all?: { href: string; label: string };
  /** `QueueItem`s; without them the queue is one line, which is the link. */
  children?: ReactNode;
};

/** A queue of things that want a person: count, oldest age, the first few. */
export function Queue({ icon, tone, title, count, isEmpty = false, age, isLate = false, all, children }: QueueProps) {
  const isLine = !children && all !== undefined;
  return (
    <section className={children ? 'queue-open' : undefined} data-tone={tone}>
      <div className="queue-head" data-empty={isEmpty || undefined} data-line={isLine || undefined}>
        <Icon name={icon} />
        <h2>
          {isLine ? (
            <Link href={all.href} prefetch={false} data-row-link="" title={all.label}>
              {title}
            </Link>
          ) : (
            title
          )}
        </h2>
        <span data-part="count">{count}</span>
        {age && (
          <span data-part="age" className={isLate ? 'late' : undefined}>
            {age}
          </span>
        )}
        {all && (
          <span data-part="all">
            {isLine ? (
              <Icon name="right" />
            ) : (
              <Link className="link" href={all.href} prefetch={false}>
                {all.label}
              </Link>
            )}
          </span>
        )}
      </div>
      {children && <ul>{children}</ul>}
    </section>
  );
}

type QueueItemProps = {
  icon: IconName;
  href: string;
  name: ReactNode;
  what: ReactNode;
  age?: ReactNode;
  isLate?: boolean;
  /** One next step. */
  next?: ReactNode;
};

/** One thing in a queue: whose, what, since when, the next step. */
export function QueueItem({ icon, href, name, what, age, isLate = false, next }: QueueItemProps) {
  return (
    <li className="queue-item">
      <Icon name={icon} />
      <div className="min-w-0">
        <Link href={href} prefetch={false} className="font-medium hover:underline" data-row-link="">
          {name}
        </Link>{' '}
        <span className="text-ink-2">{what}</span>
      </div>
      {age && (
        <span data-part="age" className={isLate ? 'late' : undefined}>
          {age}
        </span>
      )}
      {next && <span data-part="next">{next}</span>}
    </li>
  );
}
