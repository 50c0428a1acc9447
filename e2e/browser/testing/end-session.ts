import { expect } from 'vitest'
import { owner } from '../../testing/test-shop.ts'
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

/** The session ends under a dialog with a text, which is sent in vain; the user signs in again. */
export const signInAgain = async (screen: Screen, send: string) => {
  const { page } = screen
  await endSession(screen)
  screen.provokes('/api/')
  await page.getByRole('dialog').getByRole('button', { name: send, exact: true }).press('Enter')
  await page.getByText('Your session has ended').waitFor()
  await signIn(page, owner)
  await page.getByRole('dialog').getByText('We kept what you wrote.').waitFor()
  expect(await page.locator('.toast').count()).toBe(0)
}

/** Escape asks first; then the dialog is gone for good. */
export const discard = async ({ page }: Screen) => {
  await page.keyboard.press('Escape')
  await page.getByText('Discard what you typed?').waitFor()
  await page.getByRole('button', { name: 'Discard' }).press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
