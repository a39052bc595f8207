import Link from 'next/link';
import type { ComponentProps, ComponentPropsWithRef, ReactNode } from 'react';
import type { IconName } from './icon';
import { Icon } from './icon';

type Look = {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | undefined;
  size?: 'regular' | 'small' | undefined;
  icon?: IconName | undefined;
  children: ReactNode;
};

type ButtonProps = Look & { pending?: boolean | undefined } & Omit<ComponentPropsWithRef<'button'>, 'children'>;

/** One primary on a page; a dangerous one repeats the word. `data-action` and every other attribute pass through. */
export function Button({
  variant = 'secondary',
  size = 'regular',
  icon,
  pending = false,
  type = 'button',
  className = '',
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={`button ${className}`.trim()}
      data-variant={variant}
      data-size={size}
      data-pending={pending || undefined}
      aria-busy={pending || undefined}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

type ButtonLinkProps = Look & Omit<ComponentProps<typeof Link>, 'children'>;

/** A link that looks like a button: it goes somewhere and changes nothing. */
export function ButtonLink({
  variant = 'secondary',
  size = 'regular',
  icon,
  className = '',
  prefetch = false,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link
      className={`button ${className}`.trim()}
      data-variant={variant}
      data-size={size}
      prefetch={prefetch}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}
