/** web/build/pages.ts also reads this file, for the page that is served before the app starts. */
export const signInTitle = 'Staff sign-in'
export const requestReset = {
  title: 'Reset your password',
  intro:
    'Enter the email address of your account. We’ll mail you a link that works only once, within one hour.',
}
export const resetTitle = 'Choose a new password'
export const knownDevice = {
  title: 'Sign in with this browser',
  intro:
    'Someone failed to sign in to your account too often, so new browsers have to wait. Confirm that this browser is yours, then sign in.',
}
export const setPassword = {
  title: 'Set your password',
  intro: 'The old password is the temporary one you were given. Only you will know the new one.',
}
