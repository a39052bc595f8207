/** Whether somebody has anything to sign in with: a password, or an account at the issuer that has been here. */
export const hasWayIn = (person: { passwordHash: string | null; oidcSubject: string | null }): boolean =>
  person.passwordHash !== null || person.oidcSubject !== null;
