import { erased } from '@strand/contracts/erased'
import type { OrderRow } from '@strand/contracts/order/staff'

/** The signed links to an order's files, from `filepath`, which separates them with commas. */
export const proofUrls = (filepath: string): string[] =>
  filepath
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')

export const isPdf = (url: string): boolean => /[.]pdf\b|application(%2F|\/)pdf/i.test(url)

/**
 * The text for an order without files: its personal data was erased, or the files were deleted
 * because the order was not paid in time.
 */
export const noProof = ({ fullname }: Pick<OrderRow, 'fullname'>): string =>
  fullname === erased
    ? 'No file: it was erased.'
    : 'No file: the order was archived while pending, and the shop has deleted its proof since. The full history says when.'
