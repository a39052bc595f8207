import type { ReactNode } from 'react';
import type { Tone } from './badge';
import type { IconName } from './icon';
import { Icon } from './icon';

type NoticeProps = {
  icon?: IconName;
  /** Without a tone it is a quiet remark; with one it is a banner. */
  tone?: Exclude<Tone, 'unknown'>;
  role?: 'status' | 'alert';
  children: ReactNode;
  actions?: ReactNode;
};

/** A remark or a banner that stays in the page. */
export function Notice({ icon = 'info', tone, role, children, actions }: NoticeProps) {
  return (
    <div className="notice" data-tone={tone} role={role}>
      <Icon name={icon} />
      <div className="min-w-0 wrap-anywhere">{children}</div>
      {actions}
    </div>
  );
}

/** Why nothing was done, said at once where it was asked for; nothing where there is nothing to say. */
export function FaultNotice({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <Notice tone="rejected" icon="warning" role="alert">
      {children}
    </Notice>
  );
}
