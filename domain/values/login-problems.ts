export const LOGIN_PROBLEMS = {
  cancelled: 'The login was canceled. Try again or log in another way.',
  ended: 'This login took too long or was opened twice. Please try again.',
  refused: 'Could not sign in. Please try again. If it happens again, contact the IT team.',
  unreachable: 'The login service is not responding. Please try again in a few minutes.',
  domain: 'Your account is not allowed to log in here. Please contact the IT team.',
  unlinked: 'You do not have an account here yet. Please contact the IT team.',
  taken: 'An account with your username already exists. It is not linked to this login. Please contact the IT team.',
  closed: 'Your account is closed. Please contact the IT team.',
  busy: 'Too many attempts to log in. Please wait a few minutes and try again.',
} as const;

export type LoginProblem = keyof typeof LOGIN_PROBLEMS;

/** The sentence for the name in an address; null for any other text, which is never shown. */
export function loginProblemText(name: string | null): string | null {
  return name !== null && Object.hasOwn(LOGIN_PROBLEMS, name) ? LOGIN_PROBLEMS[name as LoginProblem] : null;
}

export interface ProviderButton {
  name: string;
  label: string;
}

/** How people log in here. */
export interface LoginWays {
  providers: readonly ProviderButton[];
  /**
   * Passwords that the form accepts. Those of administrators always, so that no one is locked out when a provider is
   * down.
   */
  passwordsOf: 'everyone' | 'administrators';
  /** How people get a new password for an account that has it here. Null: only administrators have such an account. */
  newPasswords: 'mail' | 'staff' | null;
}

/** Where a login at the provider begins; a plain link. `redirectFrom` null: back to the page that the account begins with. */
export function providerLoginPath(name: string, redirectFrom: string | null): string {
  const path = `/api/auth/oidc/${name}/start`;
  return redirectFrom === null ? path : `${path}?redirectFrom=${encodeURIComponent(redirectFrom)}`;
}
