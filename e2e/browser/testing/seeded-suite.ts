import type { Page } from 'playwright-core'
import { afterAll } from 'vitest'
import { launchBrowser } from '../../testing/browser.ts'
import { deskOpener, type signIn, startSeededShop } from './screens.ts'

/**
 * A whole shop and a browser for all tests in the file. `openStaff` opens a screen, and signs in
 * the owner or another person on the way.
 */
export const openSeededSuite = async (launch = () => launchBrowser()) => {
  const shop = await startSeededShop()
  afterAll(() => shop.close())
  const browser = await launch()
  afterAll(() => browser.close())
  const openDesk = deskOpener(browser, shop.address)
  const openStaff = async (
    width: number,
    url: string,
    as?: Parameters<typeof signIn>[1],
    prepare?: (page: Page) => Promise<unknown>,
  ) => {
    await shop.listsFollow()
    return openDesk({ width, url, ...(prepare && { prepare }) }, as)
  }
  return { shop, browser, openStaff }
}
