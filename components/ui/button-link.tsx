import Link from 'next/link';
import type { ComponentProps } from 'react';
import type { ButtonLook } from './button';
import { Icon } from './icon';

type ButtonLinkProps = ButtonLook & Omit<ComponentProps<typeof Link>, 'children'>;

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
