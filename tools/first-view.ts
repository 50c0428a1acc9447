import { parseArgs } from 'node:util'
import type { CDPSession, Page } from 'playwright-core'
import { launchOwnBrowser } from '../e2e/testing/browser.ts'

/**
 * `npm run first-view -- http://127.0.0.1:8080 [another address]`: opens the customers' form as a
 * 360 px phone on good and bad connections. Prints when the form first shows something, and when
 * the user can type. Two addresses (two releases) are opened in turns.
 */
// Throttling as in Chrome's developer tools. `latency` is in milliseconds, for each request.
const lines = {
  'no throttling': { kbits: 0, latency: 0, cpu: 1 },
  'Slow 4G, CPU 4 x slower': { kbits: 1440, latency: 562.5, cpu: 4 },
  'Slow 3G': { kbits: 400, latency: 2000, cpu: 1 },
}

const throttle = async (session: CDPSession, line: (typeof lines)[keyof typeof lines]) => {
  const throughput = line.kbits === 0 ? -1 : (line.kbits * 1000) / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: line.cpu })
}

const firstPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  )

/**
 * Records when the user can type into the form, by the page's clock, which also times its paint.
 */
const noteUsable = `new MutationObserver((_, observer) => {
  if (!document.querySelector('input[name="firstname"]')) return
  observer.disconnect()
  performance.mark('usable')
}).observe(document, { childList: true, subtree: true })`

const usableAt = (page: Page): Promise<number> =>
  page.evaluate(() => performance.getEntriesByName('usable')[0]?.startTime ?? Number.NaN)

const { positionals } = parseArgs({ allowPositionals: true })
const browser = await launchOwnBrowser({ asOnPhones: true })
for (const [name, line] of Object.entries(lines))
  for (const turn of [1, 2, 3])
    for (const address of positionals) {
      const context = await browser.newContext({
        viewport: { width: 360, height: 740 },
        baseURL: address,
      })
      const page = await context.newPage()
      page.setDefaultTimeout(60_000)
      await throttle(await context.newCDPSession(page), line)
      const requests: string[] = []
      page.on('request', (request) => requests.push(new URL(request.url()).pathname))
      await page.addInitScript({ content: noteUsable })
      await page.goto('/confirm-payment', { waitUntil: 'commit' })
      await page.getByLabel('First Name').waitFor()
      const usable = await usableAt(page)
      const untilUsable = requests.length
      const paint = await firstPaint(page)
      await page.waitForLoadState('networkidle')
      if (turn === 1 && line.cpu === 1 && line.kbits === 0) console.log(requests.join('\n'))
      console.log(
        `${name} ${address} #${turn}: first paint ${(paint / 1000).toFixed(2)} s, usable ${(usable / 1000).toFixed(2)} s, ${untilUsable} requests until then, ${requests.length} in all`,
      )
      await context.close()
    }
await browser.close()
