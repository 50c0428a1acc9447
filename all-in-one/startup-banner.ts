import { fileURLToPath } from 'node:url'
import type { StartedShop } from './start.ts'

/** The text about a shop that has just started: its addresses, and how to sign in. */
export const startupBanner = ({ shop, address, mailUrl }: StartedShop): string => {
  const { email, password } = shop.superadministrator
  const mail = mailUrl.startsWith('file:')
    ? `written to ${fileURLToPath(mailUrl)} as .eml files (set MAIL_URL to send it)`
    : `sent through ${new URL(mailUrl).host}`
  return [
    '',
    `  Customers   ${address}`,
    `  Staff       ${address}/admin`,
    `              ${email}${password ? `, password ${password} (shown once, for the first sign-in)` : ''}`,
    `  API         ${address}/api/docs`,
    `  Mail        ${mail}`,
    '',
    '  Ctrl-C stops it.',
    '',
    '',
  ].join('\n')
}
