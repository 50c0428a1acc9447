import type { Page, Route } from 'playwright-core'

export type Screen = {
  /**
   * The name of the step and of its file. The part after a dot names a special state of the screen.
   */
  name: string
  /** `{order}` stands for the id of a shipped order. */
  url: string
  by?: 'owner' | 'auditor'
  /**
   * Leads from the opened screen to the moment of the picture. Without it, all states of the screen
   * are captured.
   */
  lead?: (page: Page) => Promise<unknown>
  /** Captures only the viewport, for dialogs, and for bars that stick to an edge. */
  viewportOnly?: boolean
}

export const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
export const choose = async (page: Page, menu: RegExp, entry: string) => {
  await press(page, menu)
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}
export const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
}
export const jsonReply = (json: object, status = 200) => ({
  status,
  headers: { 'X-Position': '1' },
  json: { isSuccessful: status === 200, position: '1', ...json },
})
export const messageReply = (message: string, status?: number) =>
  jsonReply({ message, responseMessage: message }, status)
export const interceptApi = (page: Page, path: string, reply: (route: Route) => unknown) =>
  page.route(`**/api/${path}`, reply)
