import { someOf } from '@strand/platform/testing/random'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser, type TestBrowser } from '../../testing/browser.ts'
import { openScreen, type Screen, type SeededShop, startSeededShop } from './screens.ts'

const widths = [320, 360, 768, 1440]

type FormSuite = { shop: SeededShop; browser: TestBrowser; screens: Screen[] }

/** A whole shop and a browser for all tests in the file, and the form's screens once open. */
export const formSuite = (): FormSuite => {
  const suite = { screens: [] } as unknown as FormSuite
  beforeAll(async () => {
    suite.shop = await startSeededShop()
    suite.browser = await launchBrowser()
  })
  afterAll(async () => {
    await suite.browser?.close()
    await suite.shop?.close()
  })
  return suite
}

/** Opens the form at one width, or at every width in `npm run test:long`. */
export const openForms = async (suite: FormSuite): Promise<void> => {
  const { browser, shop } = suite
  const open = (width: number) =>
    openScreen(browser, { address: shop.address, width, url: '/confirm-payment' })
  suite.screens = await Promise.all(someOf(widths).map(open))
}

export const closeForms = ({ screens }: FormSuite) =>
  Promise.all(screens.map(({ close }) => close()))
