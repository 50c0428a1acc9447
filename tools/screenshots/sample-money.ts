import { statementForm } from '../../command-api/money/testing/import-statement.ts'
import { dialects } from '../../command-api/money/testing/statement-files.ts'
import {
  type MadeLine,
  type MadeStatement,
  withoutReferences,
} from '../../command-api/money/testing/statement-lines.ts'

type Answer = {
  result: { data: Record<string, unknown>[]; previewId: string; lineId: string; owedId: string }
}
type Order = { orderid: string; total: number; accountname: string; createdat: string }

const dayOf = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

const line = (daysAgo: number, naira: number, narration: string, at: number): MadeLine => ({
  bookedOn: dayOf(daysAgo),
  valueOn: dayOf(daysAgo),
  amountKobo: naira * 100,
  narration,
  reference: `0000132607${String(daysAgo).padStart(2, '0')}${String(at).padStart(4, '0')}`,
})

/**
 * Imports statements with money for the sample shop's orders, and matches, sets aside or owes back
 * some of it.
 */
export const importSampleMoney = async (address: string, token: string): Promise<void> => {
  const call = async (method: string, path: string, body?: object): Promise<Answer> => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${address}/api/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body && !isForm && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} gave ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const [account] = (await call('GET', 'admin/bank-accounts')).result.data
  const { bankAccountId, accountNumber } = account as Record<string, string>
  const importFile = async (dialect: string, made: MadeStatement) => {
    const file = dialects[dialect]?.(made) ?? new Uint8Array()
    const form = statementForm(file, { bankAccountId: bankAccountId ?? '' })
    const { previewId } = (await call('POST', 'admin/bank-statements/preview', form)).result
    // Confirms each file, because the last file lacks known lines of its days.
    await call('POST', 'admin/bank-statements', { previewId, confirm: true })
  }
  const of = (openingKobo: number, lines: MadeLine[]): MadeStatement => ({
    accountNumber: accountNumber ?? '',
    currency: 'NGN',
    openingKobo,
    lines,
  })
  const orders = (await call('GET', 'admin/orders?results=30')).result.data as unknown as Order[]
  const older = [52, 47, 41].map((daysAgo, at) =>
    line(daysAgo, 42_500 + at * 18_000, `NIP/GTB/CUSTOMER ${at + 1}/HAIR`, at),
  )
  const recent = orders.map(({ total, accountname }, at) =>
    line(
      Math.round(25 - (25 * at) / orders.length),
      total,
      `NIP TRF FROM ${accountname.toUpperCase()} TO STRAND HAIR LTD/REF ${1000 + at}`,
      at,
    ),
  )
  const others = [
    line(0, -18_000, 'COURIER SERVICES, WEEKLY', 97),
    line(0, 250_000, 'OWN TRANSFER FROM SAVINGS', 98),
  ]
  await importFile('tabs', of(125_000_000, older))
  await importFile('semicolons', of(141_000_000, [...recent, ...others]))
  await importFile('ofx1', withoutReferences(of(0, recent.slice(-3))))
  const lines = (await call('GET', 'admin/bank-lines?status=unmatched&results=100')).result
    .data as { lineId: string; narration: string; amountKobo: number }[]
  const say = (lineId: string, command: string, body: object) =>
    call('POST', `admin/bank-lines/${lineId}/${command}`, body)
  for (const { lineId, narration, amountKobo } of lines.slice(0, 12)) {
    if (narration.startsWith('OWN')) await say(lineId, 'set-aside', { kind: 'own', note: 'Rent' })
    const order = orders.find(({ accountname }) => narration.includes(accountname.toUpperCase()))
    if (order && order.total * 100 >= amountKobo)
      await say(lineId, 'match', { allocations: [{ orderId: order.orderid, amountKobo }] })
  }
  const ofStrangers = lines.filter(({ narration }) => narration.includes('CUSTOMER')).slice(0, 2)
  const debts = await Promise.all(
    ofStrangers.map(({ lineId, amountKobo }, at) =>
      say(lineId, 'owe', { orderId: orders[at]?.orderid, amountKobo, reason: 'You paid twice' }),
    ),
  )
  const [debit] = (await call('GET', 'admin/bank-lines?status=debit')).result.data
  await say(String(debit?.lineId), 'settle', { owedId: debts[0]?.result.owedId })
}
