import type { Page, Route } from 'playwright-core'

export type Screen = {
  /** Also the file's name; what comes after a dot tells the screen's special moment. */
  name: string
  /** `{order}` stands for the id of a shipped order. */
  url: string
  by?: 'owner' | 'auditor'
  /** Leads to the moment from where the screen opened. Without it the screen is shown in all its states. */
  lead?: (page: Page) => Promise<unknown>
  /** Only what is in sight: for windows, and bars that stick to an edge. */
  inSight?: boolean
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
export const answer = (json: object, status = 200) => ({
  status,
  headers: { 'X-Position': '1' },
  json: { isSuccessful: status === 200, ...json },
})
export const said = (message: string, status?: number) =>
  answer({ message, responseMessage: message }, status)
export const whenAsked = (page: Page, path: string, reply: (route: Route) => unknown) =>
  page.route(`**/api/${path}`, reply)
