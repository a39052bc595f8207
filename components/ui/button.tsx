import type { ComponentPropsWithRef, ReactNode } from 'react';
import type { IconName } from './icon';
import { Icon } from './icon';

/** What a button and a link that looks like one have in common. */
export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | undefined;
  size?: 'regular' | 'small' | undefined;
  icon?: IconName | undefined;
  children: ReactNode;
};

type ButtonProps = ButtonLook & { pending?: boolean | undefined } & Omit<ComponentPropsWithRef<'button'>, 'children'>;

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
