import { erased } from '@strand/contracts/erased'
import type { OrderRow } from '@strand/contracts/order/staff'

/** The signed links of an order's files; `filepath` separates them by commas. */
export const proofUrls = (filepath: string): string[] =>
  filepath
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')

export const isPdf = (url: string): boolean => /[.]pdf\b|application(%2F|\/)pdf/i.test(url)

/**
 * The text for an order without a file: the order was erased, or its file was deleted because
 * nobody paid in time.
 */
export const noProof = ({ fullname }: Pick<OrderRow, 'fullname'>): string =>
  fullname === erased
    ? 'No file: it was erased.'
    : 'No file: the order was archived while pending, and the shop has deleted its proof since. The full history says when.'
