import { formatKobo } from '@strand/contracts/money/kobo'
import { formatNaira } from '@strand/contracts/naira'
import type { ReportName } from '@strand/contracts/reports/definition'
import type { ReportRow } from '@strand/contracts/reports/rows'
import { formatNumber } from '../../shared/format/money.tsx'
import { formatBasisPoints, formatShortDays, formatShortMinutes } from '../words.ts'

export type ShownRow = Record<string, string | number | null>

export type ReportColumn = {
  header: string
  field: string
  format: (value: number) => string
  /** Hides the column in a narrow table. Cards and the CSV file always include it. */
  secondary?: true
}

const column = (
  header: string,
  field: string,
  format: (value: number) => string = formatNumber,
): ReportColumn => ({ header, field, format })
const secondary = (...given: Parameters<typeof column>): ReportColumn => ({
  ...column(...given),
  secondary: true,
})

const goods = [
  column('Pieces', 'quantity'),
  column('Goods', 'goodsNaira', formatNaira),
  secondary('Pieces reversed', 'reversedQuantity'),
  column('Reversals', 'reversedNaira', formatNaira),
  secondary('Net pieces', 'netQuantity'),
  column('Net sales', 'netNaira', formatNaira),
]

const sold = [
  column('Orders', 'orders'),
  secondary('Pieces', 'quantity'),
  secondary('Goods', 'goodsNaira', formatNaira),
  secondary('Delivery', 'deliveryNaira', formatNaira),
  column('Total', 'totalNaira', formatNaira),
  column('Orders reversed', 'reversedOrders'),
  column('Reversals', 'reversedNaira', formatNaira),
  column('Net orders', 'netOrders'),
  column('Net sales', 'netNaira', formatNaira),
]

const within = (minutes: number) => `≤ ${formatShortMinutes(minutes)}`

/**
 * The columns with numbers in each report, from left to right. They follow the columns that name
 * the row.
 */
export const reportColumns: Record<ReportName, ReportColumn[]> = {
  sales: sold,
  products: goods,
  campaigns: sold,
  locations: sold,
  pipeline: [
    column('Placed', 'created'),
    column('Approved', 'approved'),
    column('Shipped', 'shipped'),
    column('Returned', 'returned'),
    column('Archived', 'archived'),
    secondary('Return rate', 'returnRateBasisPoints', formatBasisPoints),
    column('Half approved in', 'approveMinutesP50', within),
    secondary('9 in 10 approved in', 'approveMinutesP90', within),
    column('Half shipped in', 'shipMinutesP50', within),
    secondary('9 in 10 shipped in', 'shipMinutesP90', within),
    column('Pending', 'pending'),
    secondary('Oldest', 'pendingDaysMax', formatShortDays),
  ],
  staff: [
    column('Approvals', 'approvals'),
    column('Approved', 'approvedNaira', formatNaira),
    column('Without money', 'withoutMoney'),
    column('Without money, ₦', 'withoutMoneyNaira', formatNaira),
    secondary('Restored', 'restored'),
    secondary('Restored, ₦', 'restoredNaira', formatNaira),
    column('Reversals', 'reversals'),
    column('Reversed', 'reversedNaira', formatNaira),
  ],
  money: [
    column('Lines', 'lines'),
    column('Arrived', 'arrivedKobo', formatKobo),
    column('Matched', 'matchedKobo', formatKobo),
    column('Set aside', 'setAsideKobo', formatKobo),
    column('Unmatched', 'unmatchedKobo', formatKobo),
    secondary('Possible duplicates', 'waitingLines'),
    secondary('Possible duplicates, ₦', 'waitingKobo', formatKobo),
    secondary('Debits', 'debitLines'),
    column('Debited', 'debitKobo', formatKobo),
  ],
}

type Named = {
  field: string
  id: string
  header: string
  nothing: string
}

const rowNames: Partial<Record<ReportName, Named>> = {
  products: { field: 'product', id: 'productId', header: 'Product', nothing: 'Unnamed' },
  campaigns: { field: 'sales', id: 'salesId', header: 'Campaign', nothing: 'No campaign' },
  locations: { field: 'location', id: 'locationId', header: 'Place', nothing: 'Unnamed' },
  staff: { field: 'userid', id: 'userid', header: 'Person', nothing: 'Unnamed' },
}
/**
 * The column that names a row, apart from its period; undefined for a report whose rows are only
 * periods.
 */
export const rowNameOf = (name: ReportName): Named | undefined => rowNames[name]

/** The column whose numbers a report's chart shows. */
export const mainColumn: { [Name in ReportName]: [field: keyof ReportRow<Name>, title: string] } = {
  sales: ['netNaira', 'Net sales'],
  products: ['netNaira', 'Net sales of goods'],
  campaigns: ['netNaira', 'Net sales'],
  locations: ['netNaira', 'Net sales'],
  pipeline: ['created', 'Orders placed'],
  staff: ['approvedNaira', 'Naira approved'],
  money: ['arrivedKobo', 'Naira arrived'],
}
