import { someOf } from '@strand/platform/testing/random'
import type { TestBrowser } from '../../testing/browser.ts'
import { openScreen, type SeededShop } from './screens.ts'

const sizes = [
  ...[320, 360, 768, 1440].map((width) => ({ width, height: 800 })),
  { width: 640, height: 360 },
]

/** Opens a screen of one size, or in `npm run test:long` one of each size and one in landscape. */
export const openScreens = (browser: TestBrowser, { address }: SeededShop, url: string) =>
  Promise.all(someOf(sizes).map((size) => openScreen(browser, { address, url, ...size })))
