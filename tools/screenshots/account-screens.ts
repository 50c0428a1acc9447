import { fill, interceptApi, messageReply, press, type Screen } from './steps.ts'

export const accountScreens: Screen[] = [
  { name: 'sign-in', url: '/admin' },
  {
    name: 'sign-in.refused',
    url: '/admin',
    viewportOnly: true,
    lead: async (page) => {
      await interceptApi(page, 'login', (route) =>
        route.fulfill(messageReply('The email address or the password is wrong', 401)),
      )
      await fill(page, { 'Email address': 'owner@strand.example', Password: 'wrong' })
      await press(page, 'Sign in')
    },
  },
  {
    name: 'sign-in.errors',
    url: '/admin',
    viewportOnly: true,
    lead: (page) => press(page, 'Sign in'),
  },
  { name: 'request-reset-password', url: '/request-reset-password' },
  {
    name: 'request-reset-password.sent',
    url: '/request-reset-password',
    lead: async (page) => {
      await interceptApi(page, 'request-password-reset', (route) =>
        route.fulfill(messageReply('If the address is known, an email is on its way')),
      )
      await fill(page, { 'Email address': 'owner@strand.example' })
      await press(page, 'Send the email')
    },
  },
  { name: 'reset-password', url: '/reset-password/some-token' },
  {
    name: 'reset-password.typed',
    url: '/reset-password/some-token',
    lead: async (page) => {
      await fill(page, { 'New password': 'Strand', 'Confirm password': 'Stran' })
      await press(page, 'Reset password')
    },
  },
  { name: 'account-activation.running', url: '/account-activation/token', lead: async () => {} },
  {
    name: 'account-activation.failed',
    url: '/account-activation/token',
    lead: (page) => page.getByRole('alert').waitFor(),
  },
  {
    name: 'account-activation.done',
    url: '/account-activation/token',
    lead: async (page) => {
      await interceptApi(page, 'activate-account/*', (route) =>
        route.fulfill(messageReply('Activated')),
      )
      await page.getByText('Your email address is confirmed').waitFor()
    },
  },
  {
    name: 'account-activation.changed',
    url: '/account-activation',
    viewportOnly: true,
    lead: async (page) => {
      await interceptApi(page, 'change-password', (route) =>
        route.fulfill(messageReply('Your password has been changed')),
      )
      await fill(page, {
        'Email address': 'bola@strand.example',
        'Old password': 'Tide-under-6-moons',
        'New password': 'Tide-under-7-moons',
        'Confirm password': 'Tide-under-7-moons',
      })
      await press(page, 'Change password')
    },
  },
]
