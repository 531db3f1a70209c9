/** Texts of signing in. */
export const signIn = {
  title: 'Sign in',
  token: 'Token',
  submit: 'Sign in',
  out: 'Sign out',
  refused: 'The service refuses this token.',
} as const;
