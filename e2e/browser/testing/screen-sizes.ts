import type { TestBrowser } from '../../testing/browser.ts'
import { openScreen, type SeededShop } from './screens.ts'

const sizes = [
  ...[320, 360, 768, 1440].map((width) => ({ width, height: 800 })),
  { width: 640, height: 360 },
]

/** A screen of each size, and one on its side. */
export const openEverySize = (browser: TestBrowser, { address }: SeededShop, url: string) =>
  Promise.all(sizes.map((size) => openScreen(browser, { address, url, ...size })))
