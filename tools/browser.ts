import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

type FoundBrowser = { executablePath: string; args: string[]; what: string }

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** What keeps a Chromium from calling home, and what root needs to start one. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The machine's Chromium or Chrome, or `TEST_BROWSER`, or else the one that npm brought along. */
export const findBrowser = async (): Promise<FoundBrowser> => {
  const own = [process.env.TEST_BROWSER ?? '', ...installed].find(
    (file) => file && existsSync(file),
  )
  if (own) return { executablePath: own, args: quiet, what: `of this machine (${own})` }
  const { default: packaged } = await import('@sparticuz/chromium')
  return {
    executablePath: await packaged.executablePath(),
    args: [...packaged.args, ...quiet],
    what: 'Chromium, from npm',
  }
}

/** @param headed shows a window and slows every step down, so that a person can watch */
export const launchBrowser = async (
  headed: boolean = process.env.TEST_HEADED === '1',
): Promise<Browser> => {
  const { executablePath, args } = await findBrowser()
  return chromium.launch({ executablePath, args, headless: !headed, slowMo: headed ? 400 : 0 })
}
