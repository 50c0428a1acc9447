import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Opens a screen; `complaints` gets broken policies, failed scripts and console errors. */
export const openScreen = async (
  browser: Browser,
  { address, width, url }: { address: string; width: number; url: string },
) => {
  const context = await browser.newContext({ viewport: { width, height: 800 }, baseURL: address })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`security policy: ${event.violatedDirective} ${event.blockedURI}`),
    ),
  )
  await page.goto(url)
  return { page, complaints, close: () => context.close() }
}

/** What of WCAG 2.2 AA the page breaks, as axe sees it. */
export const violations = async (page: Page): Promise<string[]> => {
  await page.evaluate(await axe)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
    const found = await axe.run({ runOnly: tags })
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
    )
  })
}

/** Pixels by which the page is wider than its window, or a table than the place it has. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const over = ({ scrollWidth, clientWidth }: Element) => Math.max(0, scrollWidth - clientWidth)
    const frames = [...document.querySelectorAll('.list-table-frame')]
    return Math.max(over(document.body), ...frames.map(over))
  })
