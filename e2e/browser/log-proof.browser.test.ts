import { readFile } from 'node:fs/promises'
import type { LogStatus, LogVerification } from '@strand/contracts/log-proof/log'
import { openCheckpoint, signCheckpoint } from '@strand/log-proof/checkpoint'
import { parseVerifierKey, signerOf } from '@strand/log-proof/note'
import { eventually } from '@strand/platform/testing/eventually'
import { someOf } from '@strand/platform/testing/random'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectSoundScreen, onEach, widths } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'

const { shop, openStaff } = await openSeededSuite()
const orderId = await shop.placeOrder()

const published = async (path: string) =>
  (await fetch(`${shop.address}/api/audit/log/${path}`)).text()
const verifier = parseVerifierKey(await published('key'))
const origin = verifier.name
const sizeOf = (checkpoint: string) => openCheckpoint(checkpoint, verifier)?.size ?? 0
const newestSize = async () => sizeOf(await published('checkpoint'))
const kept = await published('checkpoint')
const keptSize = sizeOf(kept)
// The log grows, so that there is a newer tree to compare with.
await shop.placeOrder()
await eventually(newestSize, (size) => size > keptSize)

const statusPath = '**/api/audit/log/status'
const at = '2026-03-05T12:00:00.000Z'
const checkpoint = (size: number, cosigned: boolean) => ({
  day: '2026-03-05',
  size,
  root: 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=',
  signedAt: at,
  note: kept,
  cosignatures: cosigned ? [{ name: 'auditor.example/ada', at }] : [],
})
const verification = (changes: Partial<LogVerification>): LogVerification => ({
  id: '9f2a4f6e-7d4b-4f0e-9a57-0f3d1c1b2a3c',
  state: 'whole',
  by: 'Ada Obi',
  requestedAt: at,
  endedAt: at,
  done: 0,
  ofAbout: 0,
  firstWrong: null,
  outcome: '',
  ...changes,
})
const filled: LogStatus = {
  origin,
  key: 'log.example+0a0b0c0d+AQ',
  newest: checkpoint(20_852, false),
  newestCosigned: checkpoint(19_000, true),
  witnesses: ['auditor.example/ada'],
  macsSince: 0,
  verification: null,
  lastVerification: verification({ outcome: '20852 events: whole' }),
  days: [checkpoint(20_852, false), { ...checkpoint(19_000, true), day: '2026-03-04' }],
}

/** Fakes the status that the shop reports about its log; the log itself is real. */
const answerStatus = async (page: Page, status: LogStatus | null) => {
  await page.unroute(statusPath)
  await page.route(statusPath, (route) =>
    status === null
      ? route.fulfill({ status: 503, json: { message: 'down' } })
      : route.fulfill({ json: { status: 200, result: status } }),
  )
}

test('the proof of the log in each state: loading failed, empty, filled, being verified, found wrong', async () => {
  const screens = await Promise.all(
    someOf(widths).map((width) => openStaff(width, '/dashboard/orders')),
  )
  await onEach(screens, async (screen) => {
    const { page } = screen
    const show = async (status: LogStatus | null, text: string) => {
      await answerStatus(page, status)
      await page.goto('/dashboard/audit/log')
      await page.getByText(text).first().waitFor()
      await expectSoundScreen(screen, text)
    }
    const nothing = { ...filled, newest: null, newestCosigned: null, days: [] }
    await show({ ...nothing, lastVerification: null }, 'No checkpoint has been signed yet')
    screen.provokes('/api/audit/log/status')
    await show(null, 'The proof of the log could not be loaded')
    await answerStatus(page, filled)
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await page.getByText('The first 19,000 events, cosigned by auditor.example/ada').waitFor()
    await page.getByText('The log is intact').waitFor()
    await expectSoundScreen(screen, 'a proved log')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the checkpoint of 4 Mar 2026' }).press('Enter')
    expect((await saved).suggestedFilename()).toBe('checkpoint-2026-03-04.txt')
    expect(await readFile(await (await saved).path(), 'utf8')).toBe(kept)
    const running = verification({ state: 'running', endedAt: null, done: 5_000, ofAbout: 20_852 })
    await show({ ...filled, verification: running }, '5,000 of about 20,852 events')
    expect(await page.getByRole('button', { name: 'Verify now' }).isDisabled()).toBe(true)
    const outcome = 'Event 1507: the event is not the one that was signed.'
    const wrong = verification({ state: 'wrong', firstWrong: 1_507, outcome })
    await show({ ...filled, lastVerification: wrong }, outcome.replace('1507', '1,507'))
  })
})

test('a kept checkpoint is checked in the browser, using only the public tiles', async () => {
  const screens = await Promise.all(
    someOf(widths).map((width) => openStaff(width, '/dashboard/orders')),
  )
  const key = signerOf(origin, Buffer.alloc(32, 4))
  const [size, root] = [keptSize, Buffer.alloc(32, 9)]
  await onEach(screens, async (screen) => {
    const { page } = screen
    await answerStatus(page, filled)
    await page.goto('/dashboard/audit/log')
    const check = async (content: string, title: string, exact = true) => {
      const file = { name: 'kept.txt', mimeType: 'text/plain', buffer: Buffer.from(content) }
      await page.getByLabel('Choose the file').setInputFiles(file)
      await page.getByText(title, { exact }).waitFor()
      await expectSoundScreen(screen, title)
    }
    await check(kept, 'Consistent')
    await page.getByText(`All ${keptSize} events that your checkpoint covers`).waitFor()
    // The shop's own key has signed another history: a split view.
    await check(signCheckpoint({ size, root }, key), 'Not consistent')
    await check(signCheckpoint({ size: 900_000, root }, key), 'Not consistent from event', false)
    await check(kept.replace(`\n${keptSize}\n`, `\n${keptSize - 1}\n`), 'Not signed by this log')
    const stranger = signerOf('other.example/log', Buffer.alloc(32, 4))
    await check(signCheckpoint({ size, root }, stranger), 'The checkpoint of another log')
    await check('a letter', 'This file isn’t a checkpoint')
    await check(kept.replaceAll('\n', '\r\n'), 'Consistent')
    screen.provokes('/api/audit/log/tile')
    await page.route('**/api/audit/log/tile/**', (route) =>
      route.fulfill({ body: Buffer.alloc(8_192), contentType: 'application/octet-stream' }),
    )
    await check(kept, 'The log doesn’t match its own newest checkpoint')
  })
})

test('an order’s history shows each event’s place in the log, and saves its proof', async () => {
  const [screen] = await Promise.all([openStaff(1440, `/dashboard/audit/${orderId}`)])
  const { page } = screen
  const button = page.getByRole('button', { name: /^Proof of event \d+$/ }).first()
  await button.waitFor()
  await expectSoundScreen(screen, 'a history with proofs')
  const saved = page.waitForEvent('download')
  await button.press('Enter')
  expect((await saved).suggestedFilename()).toMatch(/^event-\d+\.tlog-proof$/)
  const proof = await readFile(await (await saved).path(), 'utf8')
  expect(proof).toMatch(/^c2sp\.org\/tlog-proof@v1\nextra \S+\nindex \d+\n/)
})
