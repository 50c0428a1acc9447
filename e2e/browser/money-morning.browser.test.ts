import type { MadeLine } from '@strand/command-api/money/testing/statement-lines'
import { csvDialects } from '@strand/command-api/money/testing/write-tables'
import { lagosDay } from '@strand/contracts/lagos-time'
import { longestLimit, usualWait } from '@strand/platform/testing/limits'
import { expect, test } from 'vitest'
import { importFile } from './testing/import-file.ts'
import { keyboardOf } from './testing/keyboard.ts'
import { expectSoundScreen } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'

const { shop, openStaff } = await openSeededSuite()
const { call, placeOrder } = shop

const today = lagosDay(new Date().toISOString())
const total = 75_000
/** Lines that match with certainty: by the order's id, and by two words of the payer's name. */
const sureLines = { named: 30, coded: 20 }
/** The most key presses for a morning with 60 lines. */
const maxKeys = 25

/** A name of letters only, different for each number: `ABAKA`. */
const familyName = (at: number) => {
  const letters = 'bcdfghjkmn'
  return `O${letters[Math.floor(at / 10)]}a${letters[at % 10]}uru`
}

const statusOf = async (orderId: string) =>
  (await call('GET', `/api/orders/${orderId}/track`)).result.orderStatus

test('S14.27: a statement of 60 lines is worked through with only a few key presses', async () => {
  const credits: [narration: string, naira: number][] = []
  const sure: string[] = []
  for (let at = 0; at < sureLines.named + sureLines.coded; at++) {
    const name = familyName(at)
    const orderId = await placeOrder(name)
    sure.push(orderId)
    const isNamed = at < sureLines.named
    credits.push([isNamed ? `NIP/GTB/${name} ADA/hair` : `NIP/UBA/SOMEBODY/${orderId}`, total])
  }
  const alike = [await placeOrder('Dikko'), await placeOrder('Dikko')]
  const [twice, short] = [await placeOrder('Falana'), await placeOrder('Ekeh')]
  const oneWord = await placeOrder('Giwa')
  credits.push(
    ['NIP/GTB/DIKKO ADA/wig', total],
    ['NIP/GTB/DIKKO ADA/hair', total],
    [`NIP/GTB/FALANA ADA/${twice}`, total],
    [`NIP/ZEN/FALANA ADA/${twice}`, total],
    [`NIP/GTB/EKEH ADA/${short}`, total - 50],
    ['NIP/GTB/GIWA MUSA/hair', total],
    ['NIP/UBA/A STRANGER INDEED/gift', 1_000],
    ['OWN TRANSFER FROM SAVINGS', 40_000],
    ['NIP/UBA/PETERS JOHN/hair', 61_000],
    ['RVSL NIP/UBA/PETERS JOHN/hair', -61_000],
  )
  const lines = credits.map(
    ([narration, naira], at): MadeLine => ({
      bookedOn: today,
      valueOn: today,
      amountKobo: naira * 100,
      narration,
      reference: narration.includes('PETERS') ? 'BACK' : `MORN${at}`,
    }),
  )
  expect(lines).toHaveLength(60)
  const account = { accountNumber: '0123456789', currency: 'NGN', openingKobo: 9_000_000 }
  await importFile(call, csvDialects.commas?.({ ...account, lines }))

  const screen = await openStaff(1440, '/dashboard/money')
  const { page } = screen
  const keys = keyboardOf(page)
  let pressed = 0
  const press = async (...names: string[]) => {
    pressed += names.length
    await keys.press(...names)
  }
  const rows = page.locator('[data-row]')
  await page.getByRole('button', { name: 'Match and approve 50', exact: true }).waitFor()
  await expectSoundScreen(screen, 'a morning’s statement')

  // All sure lines are approved together.
  await press('a', 'Enter')
  await expect.poll(() => rows.count(), { timeout: longestLimit(2 * usualWait) }).toBe(9)
  for (const id of sure) expect(await statusOf(id)).toBe('confirmed')

  const inHand = () =>
    page.evaluate(() => {
      const active = document.activeElement
      const row = active?.matches('[data-approve], th a') ? active.closest('[data-row]') : null
      return row?.textContent ?? ''
    })
  const formOf = (name: string) =>
    page
      // The dialog sets this class once it has moved the focus.
      .locator('body.p-overflow-hidden')
      .getByRole('dialog')
      .getByRole('region', { name })
      .locator(':focus')
  const setAside = async (into: 'refund' | 'own' | 'other', ...kind: string[]) => {
    await press('s')
    await formOf('It isn’t for an order').waitFor()
    // An opening dialog moves the focus more than once.
    const field = page.getByLabel('What is it?')
    for (const key of [...kind, 'Enter']) {
      if (key === 'Enter') await expect.poll(() => field.inputValue()).toBe(into)
      pressed++
      await field.press(key)
    }
  }
  let second = ''
  const decide: [text: string, keys: () => Promise<void>][] = [
    [
      'DIKKO',
      async () => {
        // Two orders fit the first of these lines; a number key chooses the second order.
        const choice = rows.filter({ has: page.locator(':focus') }).locator('.line-choices > li')
        if (second === '') {
          second = (await choice.nth(1).getByRole('link').textContent()) ?? ''
          await press('2')
        }
        await press('Enter')
      },
    ],
    [
      'FALANA',
      async () => {
        // Once that order is paid, the second transfer still names the order, but cannot approve it.
        const offered = rows
          .filter({ has: page.locator(':focus') })
          .locator('.line-best:has([data-approve])')
          .getByRole('link', { name: twice })
        return (await offered.count()) > 0 ? press('Enter') : setAside('refund')
      },
    ],
    [
      'EKEH',
      async () => {
        await press('m')
        await formOf('Match to an order').waitFor()
        await press('Enter')
      },
    ],
    ['GIWA', () => press('Enter')],
    ['STRANGER', () => setAside('other', 'ArrowDown', 'ArrowDown')],
    ['OWN TRANSFER', () => setAside('own', 'ArrowDown')],
    // A transfer that the bank took back.
    ['PETERS', () => setAside('refund')],
  ]
  for (let left = 9; left > 0; left--) {
    await expect.poll(inHand).not.toBe('')
    const row = await inHand()
    const [, act] = decide.find(([text]) => row.includes(text)) ?? []
    if (!act) throw new Error(`Nobody knows what to do with ${row}`)
    await act()
    await expect.poll(() => rows.count(), { message: row }).toBe(left - 1)
  }
  expect(pressed).toBeLessThanOrEqual(maxKeys)

  expect(alike).toContain(second)
  for (const id of [...alike, twice, oneWord]) expect(await statusOf(id)).toBe('confirmed')
  expect(await statusOf(short)).toBe('pending')
  const payment = await call('GET', `/api/admin/orders/${short}/payment`)
  expect(payment.result).toMatchObject({ state: 'part', receivedKobo: (total - 50) * 100 })
  const aside = await call('GET', '/api/admin/bank-lines?status=setaside&results=100')
  const kinds = aside.result.data.map(
    ({ narration, setAside }: { narration: string; setAside: { kind: string } }) =>
      `${narration.slice(0, 12)} ${setAside.kind}`,
  )
  // Two transfers paid for the same order: the approval uses either, and the other is set aside.
  const again = kinds.find((kind: string) => kind.includes('FALA'))
  expect(['NIP/GTB/FALA refund', 'NIP/ZEN/FALA refund']).toContain(again)
  expect(kinds.toSorted()).toEqual(
    [again, 'NIP/UBA/A ST other', 'NIP/UBA/PETE refund', 'OWN TRANSFER own'].toSorted(),
  )
  await screen.close()
}, 300_000)
