import { statementForm } from '@strand/command-api/money/testing/import-statement'
import { dialects } from '@strand/command-api/money/testing/statement-files'
import { eventually } from '@strand/platform/testing/eventually'
import type { openSeededSuite } from './seeded-suite.ts'

type Call = Awaited<ReturnType<typeof openSeededSuite>>['shop']['call']

/** Imports a bank's file completely, and returns the preview's lines and the import's outcome. */
export const importFile = async (call: Call, file: Uint8Array | undefined) => {
  const form = statementForm(file ?? new Uint8Array())
  const preview = await call('POST', '/api/admin/bank-statements/preview', form)
  const { previewId, lines } = preview.result
  const imported = await eventually(
    () => call('POST', '/api/admin/bank-statements', { previewId }),
    ({ result }) => 'rows' in result,
  )
  return { lines, imported: imported.result }
}

export const importLine = async (
  call: Call,
  line: { day: string; naira: number; narration: string; reference: string },
): Promise<string> => {
  const { day, naira, narration, reference } = line
  const one = { bookedOn: day, valueOn: day, amountKobo: naira * 100, narration, reference }
  const account = { accountNumber: '0123456789', currency: 'NGN', openingKobo: 0 }
  const { lines } = await importFile(call, dialects.ofx2?.({ ...account, lines: [one] }))
  return String(lines[0].lineId)
}
