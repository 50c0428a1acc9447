import { ReportName } from '@strand/contracts/reports/definition'
import { reportRows } from '@strand/contracts/reports/rows'
import { expect, test } from 'vitest'
import { mainColumn, reportColumns, rowNameOf } from './columns.ts'

/** Fields that need no column, because other columns show the same numbers. */
const untold: Partial<Record<ReportName, string[]>> = {
  campaigns: ['reversedQuantity', 'netQuantity'],
  locations: ['reversedQuantity', 'netQuantity'],
  sales: ['reversedQuantity', 'netQuantity'],
  pipeline: ['pendingDaysP50', 'pendingDaysP90'],
}

test.each(ReportName.options)('the table of %s shows each of its numbers exactly once', (name) => {
  const named = rowNameOf(name)
  const names = named ? [named.field, named.id] : []
  const fields = reportColumns[name].map(({ field }) => field)
  const all = Object.keys(reportRows[name].row.shape)
  expect([...fields, ...(untold[name] ?? [])].sort()).toEqual(
    all.filter((field) => field !== 'period' && !names.includes(field)).sort(),
  )
  expect(fields).toContain(mainColumn[name][0])
  expect(new Set(reportColumns[name].map(({ header }) => header)).size).toBe(fields.length)
})
