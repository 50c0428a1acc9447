import { limit } from '@strand/platform/testing/limits'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { type Screen, signIn } from './screens.ts'

/** Ends the session on the server: the page learns of it with its next call. */
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
 * before that, because the desk may notice the end on its own first, and close the dialog.
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

/** Does what `sendInVain` does; then the user signs in again and finds the text in the dialog. */
export const signInAgain = async (screen: Screen, send: string) => {
  const { page } = screen
  await sendInVain(screen, send)
  await signIn(page)
  await page.getByRole('dialog').getByText('We kept what you wrote.').waitFor()
  expect(await page.locator('.toast').count()).toBe(0)
}

/** Discards the text: Escape asks first, and after that the dialog is gone for good. */
export const discard = async ({ page }: Screen) => {
  await page.keyboard.press('Escape')
  await page.getByText('Discard what you typed?').waitFor()
  await page.getByRole('button', { name: 'Discard' }).press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
