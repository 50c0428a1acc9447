import { bankEndpoints } from '@strand/contracts/money/bank.endpoints'
import { permissionOfReport, type ReportName } from '@strand/contracts/reports/definition'
import type { MonthClose } from '@strand/contracts/reports/overview'
import { csvOf, fetchCsv } from '../../shared/api/download.ts'
import { issueReport, reportEndpoint } from '../report-calls.ts'
import { monthHead, monthRows } from './month-rows.ts'
import { type ZippedFile, zipOf } from './zip.ts'

/**
 * The reports in the accountant's ZIP file. Reports that the user may not read are left out of it.
 */
const reports: { name: ReportName; by?: 'day' }[] = [
  { name: 'sales', by: 'day' },
  { name: 'money', by: 'day' },
  { name: 'products' },
  { name: 'campaigns' },
  { name: 'locations' },
]

const file = (name: string, text: string): ZippedFile => ({
  name,
  content: new TextEncoder().encode(text),
})

const bytesOf = async (csv: Promise<Blob>) => new Uint8Array(await (await csv).arrayBuffer())

/**
 * Issues the reports for a month, all as at the same event of the log. Puts them into a ZIP file,
 * together with the month's close, the month's bank transactions as they are now, and a list of the
 * issued reports.
 */
export const accountantFiles = async (
  close: MonthClose,
  permissions: readonly string[],
): Promise<Blob> => {
  const { month, from, to } = close
  const files: ZippedFile[] = []
  const contents: string[][] = []
  for (const { name, by } of reports) {
    if (!permissions.includes(permissionOfReport[name])) continue
    const body = { from, to, ...(by && { by }), asOf: String(close.index) }
    const { reportId, index, sha256 } = await issueReport({ name, body })
    const content = await bytesOf(fetchCsv(reportEndpoint(name), body))
    const fileName = `${name}-${month}.csv`
    files.push({ name: fileName, content })
    contents.push([fileName, reportId, String(index), sha256])
  }
  if (permissions.includes('money.read')) {
    const query = { dateFrom: from, dateTo: to }
    files.push({
      name: `bank-transactions-${month}.csv`,
      content: await bytesOf(fetchCsv(bankEndpoints.listBankLines, query)),
    })
  }
  const head = ['file', 'issued report', 'counted up to event', 'SHA-256 of the rows']
  return zipOf([
    file(`month-close-${month}.csv`, csvOf(monthHead, monthRows(close))),
    ...files,
    file('contents.csv', csvOf(head, contents)),
  ])
}
