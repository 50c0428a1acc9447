import { partOf } from '@strand/command-api/money/testing/import-statement'
import { dialects } from '@strand/command-api/money/testing/statement-files'
import {
  closingOf,
  makeStatement,
  withoutReferences,
} from '@strand/command-api/money/testing/statement-lines'
import { csvDialects } from '@strand/command-api/money/testing/write-tables'
import { eventually } from '@strand/platform/testing/eventually'
import { random, seed } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { previewStatement } from '../testing/bank-statement.ts'
import type { Row } from '../testing/client.ts'
import { type StaffedShop, startStaffedShop } from '../testing/staffed-shop.ts'

let staffed: StaffedShop
beforeAll(async () => {
  staffed = await startStaffedShop()
})
afterAll(() => staffed.shop.close())

const made = makeStatement(30, random)
const lastDay = String(made.lines.at(-1)?.bookedOn)

const importFile = async (file: Uint8Array) => {
  const { shop, administrator } = staffed
  const as = administrator.token
  const preview = (await previewStatement(shop, as, file)).body.result as Row
  const { previewId } = preview
  const imported = await eventually(
    () => shop.post('/api/admin/bank-statements', { previewId }, { as }),
    ({ status }) => status !== 202,
  )
  expect(imported.status).toBe(201)
  return imported.body.result as Row
}
/** The sums of a covered span in which no line is matched or set aside. */
const adding = (whole: typeof made) => {
  const sumOf = (sign: 1 | -1) =>
    whole.lines
      .filter(({ amountKobo }) => amountKobo * sign > 0)
      .reduce((sum, { amountKobo }) => sum + amountKobo, 0)
  return {
    openingKobo: whole.openingKobo,
    closingKobo: closingOf(whole),
    matchedKobo: 0,
    unmatchedKobo: sumOf(1),
    setAsideKobo: 0,
    debitKobo: sumOf(-1),
    balanced: true,
    why: '',
  }
}
const lines = (query: Row = {}) =>
  staffed.shop.list('/api/admin/bank-lines', staffed.auditor.token, query as Record<string, string>)

test('S14.1 the account in the settings exists, and superadministrators can add others', async () => {
  const { shop, owner, auditor } = staffed
  const [own] = await eventually(
    async () => (await shop.list('/api/admin/bank-accounts', auditor.token)).data,
    (data) => data.length === 1,
  )
  expect(own).toMatchObject({ accountNumber: '0123456789', currency: 'NGN' })
  const account = { bankName: 'B', accountName: 'S', accountNumber: '5556667778', currency: 'NGN' }
  const added = await shop.post('/api/admin/bank-accounts', account, { as: owner })
  expect(added.status).toBe(201)
  const listed = await shop.list('/api/admin/bank-accounts', auditor.token)
  expect(listed.data).toEqual([own, added.body.result])
  expect((await shop.post('/api/admin/bank-accounts', account, { as: owner })).status).toBe(409)
  const log = await shop.list('/api/admin/users-logs', owner, { action: 'BankAccountAdded' })
  expect(log.data).toMatchObject([{ process: 'Added the bank account 5556667778' }])
})

test('S14.4 to S14.7 imported lines are listed and found, and their days are covered', async () => {
  const { shop, owner, auditor } = staffed
  const imported = await importFile(csvDialects.tabs(partOf(made, 0, 10)))
  const debits = made.lines.filter(({ amountKobo }) => amountKobo < 0)
  await importFile(csvDialects.tabs(partOf(made, 20, 30)))
  const last = await importFile(csvDialects.tabs(made))
  expect(last).toMatchObject({ rows: 30, new: 10, known: 20, probablySame: 0 })

  const all = await lines({ results: '100' })
  expect(all.total).toBe(30)
  expect(all.data[0]?.bookedOn).toBe(lastDay)
  expect((await lines({ status: 'debit' })).total).toBe(debits.length)
  expect((await lines({ status: 'unmatched' })).total).toBe(30 - debits.length)
  expect((await lines({ status: 'matched' })).total).toBe(0)
  const reference = String(made.lines[4]?.reference)
  const [found, ...others] = (await lines({ search: reference.toLowerCase() })).data
  expect(others).toEqual([])
  expect(found).toMatchObject({
    reference,
    narration: made.lines[4]?.narration,
    bookedOn: made.lines[4]?.bookedOn,
    amountKobo: made.lines[4]?.amountKobo,
    statementIds: [imported.statementId],
    allocatedKobo: 0,
    allocations: [],
    setAside: null,
    probablySameAs: null,
  })
  // The search for 85,500 naira, in the form that people type, finds more than one line.
  expect((await lines({ search: '85,500' })).total).toBeGreaterThan(1)
  const onLastDay = await lines({ dateFrom: lastDay, dateTo: lastDay, results: '100' })
  expect(onLastDay.total).toBe(made.lines.filter(({ bookedOn }) => bookedOn === lastDay).length)
  const bankAccountId = String(found?.bankAccountId)
  expect((await lines({ bankAccountId })).total).toBe(30)
  expect((await lines({ bankAccountId: 'another' })).total).toBe(0)

  const statements = await shop.list('/api/admin/bank-statements', auditor.token)
  expect(statements.total).toBe(3)
  expect(statements.data[0]).toMatchObject(last)
  const state = await shop.get(`/api/admin/bank-statements/${last.statementId}`, {
    as: auditor.token,
  })
  expect(state.body.result).toMatchObject({ ...last, state: 'done', done: 30 })
  const log = await shop.list('/api/admin/users-logs', owner, { action: 'BankStatementImported' })
  expect(log.data[0]?.process).toMatch(/^Imported a bank statement from .*: 10 new lines$/)

  const later = {
    ...makeStatement(4, random, { first: '2026-05-01' }),
    accountNumber: '0123456789',
  }
  await importFile(csvDialects.tabs(later))
  const covered = await shop.get(`/api/admin/bank-accounts/${bankAccountId}/coverage`, {
    as: auditor.token,
  })
  const laterLast = later.lines.at(-1)?.bookedOn
  expect(covered.body.result).toEqual({
    bankAccountId,
    spans: [
      { from: made.lines[0]?.bookedOn, to: lastDay, ...adding(made) },
      { from: '2026-05-01', to: laterLast, ...adding(later) },
    ],
    gaps: [{ from: expect.any(String), to: '2026-04-30' }],
    newestLineOn: laterLast,
    conflicts: [],
    conflictDays: 0,
  })
})

test('S14.6 lines in another format are recognized, or count as probably the same if nothing proves it', async () => {
  const ofx = dialects.ofx1 ?? (() => new Uint8Array())
  expect(await importFile(ofx(made))).toMatchObject({ new: 0, known: 30, probablySame: 0 })
  const unclear = await importFile(ofx(withoutReferences(made)))
  expect(unclear).toMatchObject({ new: 0, known: 0, probablySame: 30 })
  expect((await lines({ status: 'probablysame' })).total).toBe(30)
})

test('S14.9 a wrong file is imported, noticed and undone, and everything is as it was before', async () => {
  const { shop, owner, administrator } = staffed
  const as = owner
  const right = {
    ...makeStatement(40, random, { first: '2026-06-01', firstReference: 2_000 }),
    openingKobo: 5_000_000,
  }
  const wrong = {
    ...makeStatement(30, random, { first: '2026-06-01', firstReference: 7_000 }),
    openingKobo: 999_999,
  }
  await importFile(csvDialects.tabs(right))
  const [account] = (await shop.list('/api/admin/bank-accounts', owner)).data
  const accountId = String(account?.bankAccountId)
  const day = String(right.lines[20]?.bookedOn)
  const read = async (path: string) => {
    const answer = await shop.get(path, { as })
    expect(answer.status).toBe(200)
    return answer.body.result as Row
  }
  const state = async () => {
    const report = await read('/api/admin/reports/money?from=2026-06-01&to=2026-06-30&by=day')
    const close = await read(`/api/admin/reports/day/${day}`)
    return {
      coverage: await read(`/api/admin/bank-accounts/${accountId}/coverage`),
      counts: { ...(await read('/api/admin/bank-lines/counts')), statements: 0 },
      lines: await shop.list('/api/admin/bank-lines', owner, { dateFrom: day, dateTo: day }),
      report: { rows: report.rows, totals: report.totals, sha256: report.sha256 },
      close: { money: close.money, accounts: close.accounts },
    }
  }
  const before = await state()
  const preview = (await previewStatement(shop, administrator.token, csvDialects.tabs(wrong))).body
    .result as Row
  expect(preview.overlap).toMatchObject({ known: 0, missing: 40 })
  const { previewId } = preview
  const send = (body: object) =>
    shop.post('/api/admin/bank-statements', body, { as: administrator.token })
  expect((await send({ previewId })).status).toBe(409)
  // A small file is imported before the answer; only a large file's import may still be running
  // then.
  const imported = await send({ previewId, confirm: true })
  expect(imported.status).toBe(201)
  const noticed = await state()
  for (const part of ['coverage', 'counts', 'lines', 'report', 'close'] as const)
    expect(noticed[part], part).not.toEqual(before[part])

  const { statementId } = imported.body.result as Row
  const reason = 'It is the savings account’s'
  const path = `/api/admin/bank-statements/${statementId}/take-back`
  const taken = await shop.post(path, { reason }, { as: administrator.token })
  expect(taken).toMatchObject({ status: 200, body: { result: { withdrawn: 30, kept: 0 } } })
  expect(await state()).toEqual(before)
  const [listed] = (await shop.list('/api/admin/bank-statements', owner)).data
  expect(listed).toMatchObject({
    statementId,
    fileName: 'statement',
    takenBack: { reason, withdrawn: 30, kept: 0, by: expect.stringMatching(/\w/) },
  })
  const log = await shop.list('/api/admin/users-logs', owner, { action: 'BankStatementTakenBack' })
  expect(log.data[0]?.process).toMatch(
    /^Undid the import of a bank statement from 1 Jun 2026 to .*: 30 withdrawn lines$/,
  )
  // The file can be imported again, for the right account.
  expect(await importFile(csvDialects.tabs(right))).toMatchObject({ new: 0, known: 40 })
})

test('S14.3 mutated files get a preview or a refusal, and never a 5xx', async () => {
  const { shop, administrator } = staffed
  const files = Object.values(dialects).map((write) => Buffer.from(write(makeStatement(6, random))))
  const below = (limit: number) => Math.floor(random() * limit)
  const trials = repetitions({ usual: 14, long: 1_000 })
  const counts = new Map<number, number>()
  const send = async (trial: number) => {
    const bytes = Buffer.from(files[trial % files.length] ?? Buffer.of(0))
    const from = below(bytes.length)
    bytes[from] = below(256)
    const rest = bytes.subarray(from + below(60))
    const file = random() < 0.5 ? bytes : Buffer.concat([bytes.subarray(0, from), rest])
    const columns = { bookedOn: below(5), amount: below(5) }
    const mapping = random() < 0.2 ? { headerRow: below(9), columns } : undefined
    const { status } = await previewStatement(shop, administrator.token, file, { mapping })
    expect([200, 400, 409, 413, 415], `trial ${trial}, TEST_SEED=${seed}`).toContain(status)
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  for (let trial = 0; trial < trials; trial += 2) await Promise.all([send(trial), send(trial + 1)])
  expect(counts.get(200)).toBeGreaterThan(0)
  expect(counts.get(400)).toBeGreaterThan(0)
})
