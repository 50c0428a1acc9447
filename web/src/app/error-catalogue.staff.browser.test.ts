import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../../../tools/browser.ts'
import { answerTo, expectNotice, outOfTime, timedOut, unanswered } from './catalogue.testing.ts'
import {
  onEach,
  openScreen,
  type Screen,
  type StockedShop,
  signIn,
  startStockedShop,
  widths,
} from './screens.testing.ts'
import { catalogueActions, orderActions } from './staff-actions.testing.ts'

let shop: StockedShop
let browser: Browser
let screens: Screen[]

beforeAll(async () => {
  shop = await startStockedShop()
  browser = await launchBrowser()
  const url = '/admin'
  screens = await Promise.all(
    widths.map((width) => openScreen(browser, { address: shop.address, width, url })),
  )
  await onEach(screens, async ({ page }) => {
    await signIn(page)
    await page.waitForURL('**/dashboard/orders')
  })
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

/** Before the shop is open, only the actions' names are needed. */
const later = new Proxy({} as StockedShop, {
  get:
    (_, part) =>
    (...input: unknown[]) =>
      (shop[part as keyof StockedShop] as (...input: unknown[]) => unknown)(...input),
})

let number = 0
for (const action of [...orderActions(later), ...catalogueActions(later)]) {
  const { what, call, go, act, colleague, done, doneText } = action
  const refusal = colleague ? " refused: 'An error occured' with server message;" : ''
  const title = `${what}, no response: '${action.unanswered.title}' / '${action.unanswered.text}';${refusal} success: '${done}'`
  number += 1
  const base = `row${number}x`
  test(title, () =>
    onEach(screens, async (screen) => {
      const name = `${base}${screen.width}`
      await go(screen, name)
      const work = () => act(screen, name)
      await unanswered(screen, call, async () => {
        await work()
        await expectNotice(screen, action.unanswered)
      })
      await outOfTime(screen, call, {
        work: async () => {
          await work()
          await expectNotice(screen, timedOut, false)
        },
      })
      const sent = colleague ? `${name}again` : name
      if (colleague) {
        const meanwhile = () => colleague(name)
        const { status, message } = await answerTo(screen, call, { work, meanwhile })
        expect(status).toBe(409)
        await expectNotice(screen, { title: 'An error occured', text: message }, false)
        await go(screen, sent)
      }
      const answer = await answerTo(screen, call, { work: () => act(screen, sent) })
      await expectNotice(screen, { title: done, text: doneText?.(sent) ?? answer.responseMessage })
    }),
  )
}
