import type { ComponentProps } from 'react';
import { Icon } from './icon';

type SelectProps = Omit<ComponentProps<'select'>, 'className'> & {
  options: readonly { value: string; label: string }[];
};

/** A closed list to choose from; what stands before its options (any, none) comes as children. */
export function Select({ options, children, ...props }: SelectProps) {
  return (
    <div className="select">
      <select {...props} className="control">
        {children}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Icon name="down" size="small" />
    </div>
  );
}
