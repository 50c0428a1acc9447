import { withMinus } from '@strand/contracts/minus'
import { formatDeliveryPrice, formatNaira } from '@strand/contracts/naira'

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** `85,000`: for counts, and for money in fields that have a currency sign beside them. */
export const formatNumber = (value: number): string =>
  withMinus(value, (size) => whole.format(size))

/** An amount whose digits line up with those above and below. */
export const Money = ({ amount }: { amount: number }) => (
  <span className="amount">{formatNaira(amount)}</span>
)

export const DeliveryPrice = ({ amount }: { amount: number }) => (
  <span className="amount">{formatDeliveryPrice(amount)}</span>
)
