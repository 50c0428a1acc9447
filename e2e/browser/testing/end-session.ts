import { limit } from '@strand/platform/testing/limits'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { type Screen, signIn } from './screens.ts'

/** Ends the browser's session on the server. The page notices with its next call. */
export const endSession = async ({ page }: Screen) => {
  const cookies = await page.context().cookies()
  const [access, refreshToken] =
    cookies.find(({ name }) => name === 'strand_session')?.value.split('~') ?? []
  await fetch(`${new URL(page.url()).origin}/api/logout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` },
    body: JSON.stringify({ refreshToken }),
  })
}

/**
 * Presses the button that sends a text, once `end` has ended the session. Waits for the button
 * first, because the desk may notice the end by itself and close the dialog.
 */
export const pressInVain = async (button: Locator, end: () => Promise<unknown>) => {
  await button.waitFor()
  await end()
  await button.press('Enter', { timeout: limit(10_000) }).catch(() => {})
}

/** Ends the session while a dialog with a text is open, and tries to send the text. */
export const sendInVain = async (screen: Screen, send: string) => {
  const { page } = screen
  screen.provokes('/api/')
  const button = page.getByRole('dialog').getByRole('button', { name: send, exact: true })
  await pressInVain(button, () => endSession(screen))
  await page.getByText('Your session has ended').waitFor()
}

/** Like `sendInVain`; then the user signs in again, and the dialog still has the text. */
export const signInAgain = async (screen: Screen, send: string) => {
  const { page } = screen
  await sendInVain(screen, send)
  await signIn(page)
  await page.getByRole('dialog').getByText('We kept what you wrote.').waitFor()
  expect(await page.locator('.toast').count()).toBe(0)
}

/** Discards the text: Escape asks first; then the dialog is gone for good. */
export const discard = async ({ page }: Screen) => {
  await page.keyboard.press('Escape')
  await page.getByText('Discard what you typed?').waitFor()
  await page.getByRole('button', { name: 'Discard' }).press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
