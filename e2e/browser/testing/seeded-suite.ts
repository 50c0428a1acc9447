import { afterAll } from 'vitest'
import { launchBrowser } from '../../testing/browser.ts'
import { openScreen, signIn, startSeededShop } from './screens.ts'

/**
 * A whole shop and a browser for all tests in the file. `openStaff` opens a screen, signing in the
 * shop's owner, or another person, on the way.
 */
export const openSeededSuite = async (launch = () => launchBrowser()) => {
  const shop = await startSeededShop()
  afterAll(() => shop.close())
  const browser = await launch()
  afterAll(() => browser.close())
  const openStaff = async (width: number, url: string, as?: Parameters<typeof signIn>[1]) => {
    const screen = await openScreen(browser, { address: shop.address, width, url })
    await signIn(screen.page, as)
    await screen.page.locator('.staff-header').waitFor()
    return screen
  }
  return { shop, browser, openStaff }
}
