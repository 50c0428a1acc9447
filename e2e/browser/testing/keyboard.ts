import type { Page } from 'playwright-core'

/** A user without a pointer, who reaches everything with Tab and operates it with keys. */
export const keyboardOf = (page: Page) => {
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null
      const names = [element?.labels?.[0]?.textContent, element?.getAttribute('aria-label')]
      return names.find(Boolean) ?? element?.textContent ?? ''
    })
  const tabTo = async (name: RegExp) => {
    for (let tabs = 0; tabs < 60; tabs++) {
      if (name.test(await focused())) return
      await press('Tab')
    }
    throw new Error(`The keyboard does not reach ${name}`)
  }
  const type = async (field: RegExp, text: string) => {
    await tabTo(field)
    await page.keyboard.type(text)
  }
  return { press, tabTo, type }
}
