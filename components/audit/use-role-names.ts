import { useTranslations } from 'next-intl';

/** What the roles that an institution made are called now, by key. One that was removed is not among them. */
export type OwnRoleNames = ReadonlyMap<string, string>;

export const noOwnRoles: OwnRoleNames = new Map();

/** Names of roles as a trail says them: those that are built in by the reader's language, others as they are called now. */
export function useRoleNames(own: OwnRoleNames): (roles: readonly string[]) => string[] {
  const t = useTranslations('audit.role');
  return (roles) => roles.map((role) => (t.has(role) ? t(role) : (own.get(role) ?? role)));
}
