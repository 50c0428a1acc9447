import { random, seed } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import { expect, test } from 'vitest'
import { readOrder } from '../../order/handler.ts'
import { openShop, placed } from '../../testing/test-shop.ts'
import { readBankLine } from '../line/handler.ts'
import { importFile } from '../testing/import-statement.ts'
import type { MadeStatement } from '../testing/statement-lines.ts'
import { csvDialects } from '../testing/write-tables.ts'

const trials = repetitions({ usual: 4, long: 300 })
const amountKobo = 15_250_000

test('a line that an approval uses while its import is undone pays for its order or is withdrawn, never both', async () => {
  const shop = await openShop()
  for (let trial = 0; trial < trials; trial++) {
    const lines = Array.from({ length: 30 }, (_, at) => ({
      bookedOn: '2026-11-21',
      valueOn: '2026-11-21',
      amountKobo,
      narration: `NIP TRF FROM PAYER ${trial} ${at}`,
      reference: `T${String(trial * 100 + at).padStart(11, '0')}`,
    }))
    const made: MadeStatement = {
      accountNumber: '0123456789',
      currency: 'NGN',
      openingKobo: trial,
      lines,
    }
    const file = csvDialects.tabs(made)
    const { imported, preview } = await importFile(shop, file, { confirm: true })
    const orderId = await placed(shop)
    const lineId = preview.lines[Math.floor(random() * 30)]?.lineId ?? ''
    const undoImport = () =>
      shop.call('POST', `/api/admin/bank-statements/${imported.statementId}/take-back`, {
        reason: 'wrong file',
      })
    const approve = async () => {
      // This request comes at a random moment during the other one.
      await new Promise((resolve) => setTimeout(resolve, random() * 150))
      return shop.call('PUT', `/api/admin/approve-order/${orderId}`, {
        evidence: { lines: [{ lineId, amountKobo }] },
      })
    }
    const [taken, approved] = await Promise.all([undoImport(), approve()])
    const line = await readBankLine(shop.eventStore, lineId)
    const { status } = await readOrder(shop.eventStore, orderId)
    const told = { taken: taken.status, approved: approved.status, seed }
    expect([200, 409], JSON.stringify(told)).toContain(taken.status)
    expect({ status, ...told }).toMatchObject({
      status: approved.status === 200 ? 'confirmed' : 'pending',
    })
    if (approved.status === 200) {
      expect(line).toMatchObject({ withdrawn: false, allocations: [{ orderId }] })
      expect(taken).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining(orderId) },
      })
      // Once the money is free, either the undo has completed by itself, or a second request
      // completes it.
      await shop.call('POST', `/api/admin/bank-lines/${lineId}/unmatch`, { reason: 'x' })
      const again = await undoImport()
      expect([200, 409]).toContain(again.status)
    }
    const gone = await readBankLine(shop.eventStore, lineId)
    expect(gone, JSON.stringify(told)).toMatchObject({ withdrawn: true, allocations: [] })
  }
})
