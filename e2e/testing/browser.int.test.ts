import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBrowser, launchBrowser, type TestBrowser } from './browser.ts'
import { unpackChromium } from './chromium.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

test('a browser that has died is restarted for the next page', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const died = new Promise((resolve) => context.browser()?.once('disconnected', resolve))
  await page.goto('chrome://crash').catch(() => {})
  const session = await context
    .browser()
    ?.newBrowserCDPSession()
    .catch(() => null)
  await session?.send('Browser.crash').catch(() => {})
  await died

  const next = await browser.newContext()
  await expect((await next.newPage()).evaluate(() => 1 + 1)).resolves.toBe(2)
  await next.close()
})

test('no flag weakens what the tests prove about origins and policies', async () => {
  const { args } = await findBrowser()
  expect(args).not.toContain('--disable-web-security')
  expect(args).not.toContain('--single-process')
})

test('several processes at once can unpack the npm package’s browser into the project’s cache', async () => {
  const cache = await mkdtemp(path.join(tmpdir(), 'strand-browser-'))
  await chmod(cache, 0o700)
  try {
    const found = await Promise.all([unpackChromium(cache), unpackChromium(cache)])
    for (const { executablePath } of found) {
      expect(path.relative(cache, executablePath)).not.toMatch(/^\.\./)
      expect((await stat(executablePath)).size).toBeGreaterThan(100_000_000)
    }
  } finally {
    await rm(cache, { recursive: true, force: true })
  }
})
