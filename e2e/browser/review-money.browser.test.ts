import { csvDialects } from '@strand/command-api/money/testing/write-tables'
import { lagosDay } from '@strand/contracts/lagos-time'
import type { OrderPayment } from '@strand/contracts/money/order-payment'
import { eventually } from '@strand/platform/testing/eventually'
import { fastestOf } from '@strand/platform/testing/fastest-of'
import { someOf } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { previewStatement } from '../testing/bank-statement.ts'
import { openClient, type Row } from '../testing/client.ts'
import {
  allSignals,
  bankLine,
  candidate,
  fewSignals,
  noMoney,
  stubPayments,
} from './testing/payments.ts'
import { expectSoundScreen } from './testing/screens.ts'
import { openSeededSuite } from './testing/seeded-suite.ts'

const { shop, ...suite } = await openSeededSuite()

// After each test, closes its screens and approves its orders, so that the next test has the queue
// to itself.
let opened: (() => Promise<void>)[] = []
let placed: string[] = []
afterEach(async () => {
  for (const close of opened) await close()
  for (const id of placed)
    await shop.call('PUT', `/api/admin/approve-order/${id}`).catch(() => undefined)
  ;[opened, placed] = [[], []]
})
const openStaff = async (...what: Parameters<typeof suite.openStaff>) => {
  const screen = await suite.openStaff(...what)
  opened.push(screen.close)
  return screen
}
const placeOrder = async (name: string) => {
  const id = await shop.placeOrder(name)
  placed.push(id)
  return id
}

const queue = '/dashboard/orders?view=review'
const factsOf = (page: Page, id: string) => page.getByRole('region', { name: `Order ${id}` })
const moneyOf = (page: Page) => page.getByRole('region', { name: 'Money', exact: true })

/** Opens the queue or a list, with a stub for each order's payment from the first request on. */
const openWith = (
  of: (orderId: string) => OrderPayment,
  { width = 1440, url = queue, as = undefined as Parameters<typeof openStaff>[2] } = {},
) => openStaff(width, url, as, (page) => stubPayments(page, of))

const stubApprovals = async (page: Page, refusal?: string) => {
  const sent: unknown[] = []
  await page.route('**/api/admin/approve-order/*', (route) => {
    sent.push(route.request().postDataJSON().evidence)
    return refusal === undefined
      ? route.fulfill({
          headers: { 'X-Position': '1' },
          json: { isSuccessful: true, message: '', responseMessage: 'Approved', position: '1' },
        })
      : route.fulfill({
          status: 409,
          json: { isSuccessful: false, message: refusal, responseMessage: refusal },
        })
  })
  return sent
}

const only = candidate([bankLine(2)], { rule: 'code', only: true, signals: allSignals })
const two = [candidate([bankLine(3)]), candidate([bankLine(4)], { signals: fewSignals })]
const short = candidate([bankLine(6, { amountKobo: 7_450_000 })], {
  rule: 'difference',
  signals: { ...fewSignals, amount: false },
})
const wholeOf = (number: number) => ({
  lines: [{ lineId: bankLine(number).lineId, amountKobo: 7_500_000 }],
})

test('the bank’s information is shown between facts and proof, in marks and words', async () => {
  const id = await placeOrder('Adu')
  const part = bankLine(7, { amountKobo: 5_000_000 })
  const payments: Record<string, OrderPayment> = {
    'money of many kinds': {
      ...noMoney,
      candidates: [
        only,
        candidate([bankLine(3, { payer: '', reversedBy: bankLine(9).lineId })], {
          signals: fewSignals,
        }),
        candidate([bankLine(4, { amountKobo: 5_000_000 }), bankLine(5, { amountKobo: 2_500_000 })]),
        short,
      ],
    },
    'no money yet': { ...noMoney, covered: false },
    'a part of the money': {
      ...noMoney,
      state: 'part',
      receivedKobo: 5_000_000,
      lines: [part],
      allocations: [{ lineId: part.lineId, amountKobo: 5_000_000 }],
    },
    'no statement': { ...noMoney, newestLineOn: null },
  }
  for (const width of someOf([360, 768, 1440])) {
    let shown = noMoney
    const screen = await openWith(() => shown, { width })
    const { page } = screen
    for (const [what, payment] of Object.entries(payments)) {
      shown = payment
      const answered = page.waitForResponse('**/payment')
      await page.reload()
      await answered
      await factsOf(page, id).waitFor()
      if (payment.newestLineOn === null) expect(await moneyOf(page).count()).toBe(0)
      else await moneyOf(page).waitFor()
      await expectSoundScreen(screen, `the queue with ${what}`)
    }
    shown = payments['money of many kinds'] as OrderPayment
    await page.reload()
    await moneyOf(page).waitFor()
    // A phone has no keys to show.
    expect((await moneyOf(page).locator('kbd').count()) > 0).toBe(width > 360)
    const [first, reversed, sum, less] = await moneyOf(page).getByRole('listitem').all()
    const words = (await first?.innerText())?.replaceAll(/\s+/g, ' ')
    expect(words).toContain('₦75,000 · 12 Mar')
    expect(words).toMatch(/OKAFOR CHIOMA A.*✓ code ✓ reference ✓ amount ✓ names ✓ time/)
    await reversed?.getByText('The bank took this money back').waitFor()
    await reversed?.getByText('no code').waitFor()
    await sum?.getByText('2 transfers, ₦75,000 together').waitFor()
    await less?.getByText('₦500 less than the order').waitFor()
  }
})

test('money that fits only one order is chosen from the start, and 1 to 9 choose or deselect', async () => {
  const [first, second] = [await placeOrder('Bello'), await placeOrder('Cole')]
  const { page } = await openWith((id) => ({
    ...noMoney,
    candidates: id === first ? [only] : [...two, short],
  }))
  const sent = await stubApprovals(page)
  const chosen = moneyOf(page).getByRole('button', { pressed: true })
  await factsOf(page, first).getByRole('button', { name: 'Approve and match' }).waitFor()
  await page.keyboard.press('1')
  await factsOf(page, first).getByRole('button', { name: 'Approve', exact: true }).waitFor()
  await page.keyboard.press('1')
  await chosen.waitFor()
  await page.keyboard.press('a')
  await factsOf(page, second).getByRole('button', { name: 'Approve', exact: true }).waitFor()
  expect(await chosen.count()).toBe(0)
  // The third transfer is below the total, so no number key chooses it.
  await page.keyboard.press('3')
  expect(await chosen.count()).toBe(0)
  await page.keyboard.press('2')
  await chosen.waitFor()
  await page.getByText('; money chosen: ₦75,000').waitFor({ state: 'attached' })
  await page.keyboard.press('a')
  await expect.poll(() => sent).toEqual([wholeOf(2), wholeOf(4)])
})

test('an identical proof raises no alarm if code and amount match, and takes two presses otherwise', async () => {
  const [proven, other] = [await placeOrder('Quiet'), await placeOrder('Loud')]
  await shop.pool.query(
    `insert into read.order_file (sha256, order_id)
     select file.sha256, pair.order_id
     from (values ($1, $2), ($2, $1)) as pair (of_order, order_id)
     join read.order_file file on file.order_id = pair.of_order`,
    [proven, other],
  )
  const { page } = await openWith((id) => ({
    ...noMoney,
    candidates: id === proven ? [only] : [],
  }))
  const sent = await stubApprovals(page)
  const flagOf = (id: string) => factsOf(page, id).getByText(/Same proof/)
  await factsOf(page, proven).getByRole('button', { name: 'Approve and match' }).waitFor()
  await flagOf(proven).waitFor()
  expect(await factsOf(page, proven).locator('.flag-same-proof').count()).toBe(0)
  expect(await factsOf(page, proven).getByText('⚠').count()).toBe(0)
  await page.keyboard.press('a')
  await factsOf(page, other).getByRole('button', { name: 'Approve', exact: true }).waitFor()
  await flagOf(other).first().waitFor()
  expect(await factsOf(page, other).locator('.flag-same-proof').count()).toBe(1)
  await page.keyboard.press('a')
  await page.getByText(`Same proof as ${proven}`).first().waitFor()
  await expect.poll(() => sent).toHaveLength(1)
  await page.keyboard.press('a')
  await expect.poll(() => sent).toHaveLength(2)
})

test('an approval that leaves out money in view takes two presses, and says why', async () => {
  const [little, unclear] = [await placeOrder('Little'), await placeOrder('Unclear')]
  const screen = await openWith((id) => ({
    ...noMoney,
    candidates: id === little ? [short] : two,
  }))
  const { page } = screen
  const sent = await stubApprovals(page)
  for (const [id, why] of [
    [little, 'It isn’t enough. Press A again to approve the order without it.'],
    [unclear, 'No money is chosen. Press A again to approve the order without it.'],
  ] as const) {
    await factsOf(page, id).getByRole('button', { name: 'Approve', exact: true }).waitFor()
    await moneyOf(page).getByRole('listitem').first().waitFor()
    const before = sent.length
    await page.keyboard.press('a')
    await page.getByText('Money may have come for this order').waitFor()
    await page.getByText(why).waitFor()
    expect(sent).toHaveLength(before)
    await expectSoundScreen(screen, 'an approval that leaves out money')
    await page.keyboard.press('a')
    await expect.poll(() => sent).toHaveLength(before + 1)
  }
  expect(sent).toEqual([null, null])
})

test('a press waits for the bank’s information, and continues without it if it cannot be loaded', async () => {
  const id = await placeOrder('Dauda')
  const slow = Promise.withResolvers<void>()
  const { page, provokes } = await openStaff(1440, queue, undefined, async (page) => {
    await stubPayments(page, () => ({ ...noMoney, candidates: [only] }))
    await page.route('**/api/admin/orders/*/payment', async (route) => {
      await slow.promise
      await route.fallback()
    })
  })
  const sent = await stubApprovals(page)
  await factsOf(page, id).waitFor()
  await page.keyboard.press('a')
  await page.getByText('Loading the money').waitFor()
  expect(sent).toEqual([])
  slow.resolve()
  await expect.poll(() => sent).toEqual([wholeOf(2)])

  provokes('/api/admin/orders/')
  await page.route('**/api/admin/orders/*/payment', (route) =>
    route.fulfill({ status: 500, json: { isSuccessful: false, message: 'It went wrong' } }),
  )
  await page.reload()
  await factsOf(page, id).waitFor()
  await moneyOf(page).getByText('The money could not be looked up').waitFor()
  await page.keyboard.press('a')
  await expect.poll(() => sent).toEqual([wholeOf(2), null])
})

test('if someone else matched the money first, the order stays in its place and asks again', async () => {
  const [first, second] = [await placeOrder('Eze'), await placeOrder('Falana')]
  let candidates = [only]
  const screen = await openWith((id) => ({
    ...noMoney,
    candidates: id === first ? candidates : [],
  }))
  const { page, provokes } = screen
  const refusal = 'The line does not have that much money left'
  await stubApprovals(page, refusal)
  await factsOf(page, first).getByRole('button', { name: 'Approve and match' }).waitFor()
  candidates = []
  provokes('/api/admin/approve-order/')
  await page.keyboard.press('a')
  await factsOf(page, second).waitFor()
  const note = page.getByRole('alert').filter({ hasText: `Order ${first} is back in the queue` })
  await note.getByText(refusal).waitFor()
  // The queue shows the next order by now.
  await page.locator('.toast').getByText(`Order ${first} of Ada Eze: ${refusal}`).waitFor()
  await expectSoundScreen(screen, 'the queue after a refusal')
  const ids = await page
    .locator('[data-order]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-order')))
  expect(ids).toEqual([first, second])
  await note.getByRole('button', { name: 'Back to it' }).click()
  await factsOf(page, first).getByRole('button', { name: 'Approve', exact: true }).waitFor()
  await moneyOf(page).getByText('No money seen yet').waitFor()
})

test('a shop that requires a reason asks why an order is approved without money, in the queue and in lists', async () => {
  const id = await placeOrder('Garba')
  for (const width of someOf([360, 768, 1440])) {
    const payment: OrderPayment = { ...noMoney, evidence: 'reason', candidates: two }
    const screen = await openWith(() => payment, { width })
    const { page } = screen
    const sent = await stubApprovals(page)
    const dialog = page.getByRole('dialog', { name: `Approve order ${id}` })
    await moneyOf(page).waitFor()
    await page.keyboard.press('a')
    await dialog.getByLabel('Why without money?').waitFor()
    await expectSoundScreen(screen, 'the question why')
    await dialog.getByRole('button', { name: 'Approve without money' }).click()
    await dialog.getByText('Please give the reason').waitFor()
    await dialog.getByLabel('Why without money?').fill('Paid in cash')
    await dialog.getByRole('button', { name: 'Approve without money' }).click()
    await expect.poll(() => sent).toEqual([{ without: 'Paid in cash' }])

    await page.goto('/dashboard/orders')
    await page.getByRole('button', { name: `Actions for order ${id}` }).click()
    await page.getByRole('menuitem', { name: 'Approve' }).click()
    await dialog
      .getByRole('button', { name: /OKAFOR CHIOMA A/ })
      .first()
      .click()
    await expectSoundScreen(screen, 'the money to choose from in a list')
    await dialog.getByRole('button', { name: 'Approve and match' }).click()
    await expect.poll(() => sent).toEqual([{ without: 'Paid in cash' }, wholeOf(3)])
  }
})

test('money that waits for an order is shown before a menu approves it, in lists and on its page', async () => {
  const id = await placeOrder('Gbenga')
  for (const width of someOf([360, 1440])) {
    let candidates = [only]
    const screen = await openWith(() => ({ ...noMoney, candidates }), {
      width,
      url: '/dashboard/orders',
    })
    const { page } = screen
    const sent = await stubApprovals(page)
    const dialog = page.getByRole('dialog', { name: `Approve order ${id}` })
    await page.getByRole('button', { name: `Actions for order ${id}` }).click()
    await page.getByRole('menuitem', { name: 'Approve' }).click()
    await dialog.getByText('Chosen', { exact: true }).waitFor()
    await expectSoundScreen(screen, 'the money that waits for an order')
    await dialog.getByRole('button', { name: 'Approve and match' }).click()
    await expect.poll(() => sent).toEqual([wholeOf(2)])
    // The dialog must be gone, because a reload would open it again.
    await dialog.waitFor({ state: 'detached' })

    await page.goto(`/dashboard/orders/${id}`)
    const transfer = page.getByRole('link', { name: 'A transfer', exact: true })
    expect(await transfer.getAttribute('href')).toContain(only.lines[0]?.lineId)

    // Money that fits two orders is a choice, so no order has a single candidate.
    candidates = two
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Approve' }).click()
    await dialog.getByText('Compare, and choose.').waitFor()
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect.poll(() => sent).toEqual([wholeOf(2), null])
    await dialog.waitFor({ state: 'detached' })

    candidates = []
    await page.reload()
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Approve' }).click()
    await expect.poll(() => sent).toEqual([wholeOf(2), null, null])
  }
})

test('a menu asks before it approves an order that looks like another one', async () => {
  const [first, second] = [await placeOrder('Iyabo'), await placeOrder('Iyabo')]
  for (const width of someOf([360, 1440])) {
    const screen = await openWith(() => noMoney, { width, url: '/dashboard/orders?search=Iyabo' })
    const { page } = screen
    const sent = await stubApprovals(page)
    await page.getByRole('button', { name: `Actions for order ${first}` }).click()
    await page.getByRole('menuitem', { name: 'Approve' }).click()
    const dialog = page.getByRole('dialog', { name: `Approve order ${first}` })
    await dialog.getByText('only if it was paid for separately').waitFor()
    await expectSoundScreen(screen, 'the question before an approval')
    await dialog.getByRole('button', { name: `Same payment as ${second}` }).click()
    const compared = page.getByRole('dialog', { name: 'Two orders that look alike' })
    await compared.getByRole('region', { name: `Order ${second}`, exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await compared.waitFor({ state: 'detached' })
    expect(sent).toEqual([])
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect.poll(() => sent).toEqual([null])
  }
})

test('where money is required, only a superadministrator can approve without it', async () => {
  const id = await placeOrder('Hassan')
  const { page } = await openWith(() => ({ ...noMoney, evidence: 'required' }))
  const sent = await stubApprovals(page)
  const dialog = page.getByRole('dialog', { name: `Approve order ${id}` })
  await moneyOf(page).waitFor()
  await page.keyboard.press('a')
  await dialog.getByLabel('Why without money?').waitFor()
  await dialog.getByText('Cancel', { exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.route('**/api/refresh-token', async (route) => {
    const response = await route.fetch()
    return route.fulfill({ response, json: { ...(await response.json()), role: 'administrator' } })
  })
  await page.reload()
  await moneyOf(page).waitFor()
  await page.keyboard.press('a')
  await dialog.getByText('only with money from its bank').waitFor()
  expect(await dialog.getByRole('button', { name: /^Approve/ }).count()).toBe(0)
  await dialog.getByText('Close', { exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(sent).toEqual([])
})

test('an order’s details and history show its money, and link to the line', async () => {
  const id = await placeOrder('Ibe')
  const [line, taken] = [bankLine(2, { amountKobo: 9_000_000 }), bankLine(3)]
  const back = { ...taken, reversedBy: bankLine(9).lineId }
  const payment: OrderPayment = {
    ...noMoney,
    state: 'over',
    receivedKobo: 8_000_000,
    lines: [line, back],
    allocations: [
      { lineId: line.lineId, amountKobo: 500_000 },
      { lineId: back.lineId, amountKobo: 7_500_000 },
    ],
  }
  for (const width of someOf([360, 1440])) {
    const screen = await openWith(() => payment, {
      width,
      url: `/dashboard/orders?tab=all&search=${id}`,
    })
    const { page } = screen
    const money = page.getByRole('region', { name: `Money of order ${id}` })
    for (const url of [null, `/dashboard/audit/${id}`]) {
      if (url) await page.goto(url)
      await money.getByText('Overpaid by ₦5,000').waitFor()
      await money.getByText('The bank took this money back').waitFor()
      await money.getByText('₦5,000 of ₦90,000 · 12 Mar').waitFor()
      const link = money.getByRole('link', { name: /^Line/ }).first()
      expect(await link.getAttribute('href')).toContain(`/dashboard/money?line=${line.lineId}`)
      await expectSoundScreen(screen, 'the money of an order')
    }
  }
})

/** Imports a statement for today with one transfer of ₦75,000 by each payer. */
const importTransfers = async (payers: string[]) => {
  const client = openClient(shop.address)
  const as = await client.signIn()
  const today = lagosDay(new Date().toISOString())
  const lines = payers.map((payer, at) => ({
    bookedOn: today,
    valueOn: today,
    amountKobo: 7_500_000,
    narration: `NIP TRF FROM ${payer} TO STRAND HAIR LTD`,
    reference: `S${String(at + 1).padStart(11, '0')}`,
  }))
  const made = { accountNumber: '0123456789', currency: 'NGN', openingKobo: 10_000_000, lines }
  const preview = await previewStatement(client, as, csvDialects.commas(made))
  const { previewId } = preview.body.result as Row
  const imported = await eventually(
    () => client.post('/api/admin/bank-statements', { previewId, confirm: true }, { as }),
    ({ status }) => status !== 202,
  )
  expect(imported.status).toBe(201)
  const paymentOf = async (id: string) =>
    (await client.get(`/api/admin/orders/${id}/payment`, { as })).body.result as OrderPayment
  const match = (lineId: string, orderId: string) =>
    client.post(
      `/api/admin/bank-lines/${lineId}/match`,
      { allocations: [{ orderId, amountKobo: 7_500_000 }] },
      { as },
    )
  const unmatch = (lineId: string) =>
    client.post(`/api/admin/bank-lines/${lineId}/unmatch`, { reason: 'Of somebody else' }, { as })
  return { paymentOf, match, unmatch }
}

/**
 * Names that no other test uses, because an order that looks like an earlier one needs two presses.
 */
const allSurnames = [
  'Adeyemi',
  'Bassey',
  'Chukwu',
  'Danjuma',
  'Ekwueme',
  'Fashola',
  'Gowon',
  'Haruna',
  'Igwe',
  'Jibril',
  'Kalu',
  'Lawal',
  'Mbakwe',
  'Nwosu',
  'Ogunleye',
  'Peters',
  'Quadri',
  'Rotimi',
  'Shagari',
  'Tinubu',
  'Umaru',
  'Vandu',
]

const approvals = repetitions({ usual: 5, long: 20 })
const surnames = allSurnames.slice(0, approvals + 2)

test('each order is approved with its money by one key press, over fifteen a minute', async () => {
  for (const name of surnames) await placeOrder(name)
  const [last = '', other = ''] = placed.slice(approvals)
  const { paymentOf, match, unmatch } = await importTransfers(
    surnames.slice(0, approvals + 1).map((name) => `${name.toUpperCase()} ADA`),
  )
  const { page, provokes } = await openStaff(1440, queue)
  const current = page.getByRole('region', { name: /^Order / })
  const approval = async () => {
    const id = await current.locator('.order-id').innerText()
    await factsOf(page, id).getByRole('button', { name: 'Approve and match' }).waitFor()
    await page.keyboard.press('a')
    await factsOf(page, id).waitFor({ state: 'detached' })
  }
  expect(await fastestOf(approvals, approval)).toBeLessThan(60_000 / 15)
  await factsOf(page, last).waitFor()
  for (const id of placed.slice(0, approvals))
    await expect.poll(async () => (await paymentOf(id)).state).toBe('exact')

  const undone = placed[approvals - 1] ?? ''
  // The read model can show the money before the browser has the answer to the approval.
  await page.locator('.undo-bar', { hasText: undone }).waitFor()
  await page.keyboard.press('z')
  await factsOf(page, undone).getByRole('button', { name: 'Approve and match' }).waitFor()
  await expect.poll(async () => (await paymentOf(undone)).state).toBe('none')
  await page.keyboard.press('a')

  await factsOf(page, last).getByRole('button', { name: 'Approve and match' }).waitFor()
  const [money] = (await paymentOf(last)).candidates
  const lineId = money?.lines[0]?.lineId ?? ''
  expect((await match(lineId, other)).status).toBe(200)
  provokes('/api/admin/approve-order/')
  await page.keyboard.press('a')
  await page.getByRole('alert').getByText(`Order ${last} is back in the queue`).waitFor()
  await page.getByRole('button', { name: 'Back to it' }).click()
  await factsOf(page, last).getByRole('button', { name: 'Approve', exact: true }).waitFor()
  await moneyOf(page).getByText('No money seen yet').waitFor()
  await page.keyboard.press('j')
  await moneyOf(page).getByText('Paid in full').waitFor()
  // The screen also shows changes of its order's money that happen elsewhere.
  expect((await unmatch(lineId)).status).toBe(200)
  await moneyOf(page).getByText('Paid in full').waitFor({ state: 'detached' })
  expect((await match(lineId, other)).status).toBe(200)
  await moneyOf(page).getByText('Paid in full').waitFor()
  await page.keyboard.press('a')
  await expect
    .poll(async () => (await shop.call('GET', `/api/orders/${other}/track`)).result)
    .toMatchObject({ orderStatus: 'confirmed' })
})
