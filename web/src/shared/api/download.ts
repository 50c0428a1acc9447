import { withoutFormula } from '@strand/contracts/csv'
import type { Endpoint } from '@strand/contracts/endpoint'
import { lagosDay } from '@strand/contracts/lagos-time'
import { fetchResponse } from './client.ts'
import type { AnyCall, QueryParams } from './endpoint-call.ts'

export const saveFile = (name: string, content: Blob | string): void => {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'text/csv' }) : content
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Frees the blob's memory. A minute is long enough for the download to have read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** In milliseconds: the timeout for a long table, which the server sends bit by bit. */
const downloadTimeout = 120_000

/** Fetches a table as CSV. */
export const fetchCsv = async (
  endpoint: Endpoint,
  query: QueryParams = {},
  params: Record<string, string> = {},
): Promise<Blob> => {
  const headers = { accept: 'text/csv' }
  const call: AnyCall = { headers, query, params, timeout: downloadTimeout }
  return (await fetchResponse(endpoint, call)).blob()
}

/** Fetches a table as CSV, and saves it as a file. A plain link could not send the bearer token. */
export const downloadCsv = async (
  endpoint: Endpoint,
  name: string,
  query?: QueryParams,
  params?: Record<string, string>,
): Promise<void> => saveFile(name, await fetchCsv(endpoint, query, params))

/** A file name such as `confirmed-orders-2026-01-31.csv`. The day is in the shop's time zone. */
export const csvName = (what: string, now: number): string =>
  `${what}-${lagosDay(new Date(now).toISOString())}.csv`

/**
 * A table as CSV, with a byte order mark for Excel and RFC 4180 quoting. Cells that look like
 * formulas get an apostrophe, but negative numbers do not, so that spreadsheets can add them up.
 */
export const csvOf = (head: string[], rows: string[][]): string =>
  `\ufeff${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`

const cell = (text: string): string => {
  const isNumber = /^-\d+(?:\.\d+)?$/.test(text)
  const safe = isNumber ? text : withoutFormula(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
