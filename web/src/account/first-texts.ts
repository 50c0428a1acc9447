/** What the served page shows before the app starts: web/build/pages.ts reads these texts too. */
export const signInTitle = 'Staff sign-in'
export const requestReset = {
  title: 'Reset your password',
  intro:
    'Enter the email address of your account. You get a mail with a link that works once, for one hour.',
}
export const resetTitle = 'Choose a new password'
export const knownDevice = {
  title: 'Sign in with this browser',
  intro:
    'Somebody failed to sign in to your account too often, and browsers that are not known have to wait. Confirm that this browser is yours, and then sign in.',
}
export const setPassword = {
  title: 'Set your password',
  intro:
    'The old password is the temporary one that you were given. Nobody but you knows the new one.',
}
