import { counted } from '@strand/contracts/counted'
import { formatKobo } from '@strand/contracts/money/kobo'
import type { Owed } from '@strand/contracts/order/owed'

const day = 86_400_000

/** The age of a debt: `today`, `1 day`, `12 days`. */
export const ageOf = ({ owedAt }: Pick<Owed, 'owedAt'>, now: number): string => {
  const days = Math.floor((now - Date.parse(owedAt)) / day)
  return days < 1 ? 'today' : counted(days, 'day')
}

/** The suggested WhatsApp message to the customer. Staff can edit it. */
export const owedText = (
  { orderid, amountKobo, restKobo, reason }: Owed,
  firstname: string,
): string => {
  const greeting = firstname ? `Hello ${firstname},` : 'Hello,'
  const paid = amountKobo - restKobo
  const lines = [
    `${greeting} this is about your order ${orderid}. We owe you ${formatKobo(amountKobo)} back.`,
    reason,
    restKobo === 0
      ? `We have paid all of it back to the account that it came from.`
      : paid > 0
        ? `We have paid ${formatKobo(paid)} of it back, and ${formatKobo(restKobo)} follows.`
        : 'We are paying it back to the account that it came from.',
    'We never ask for a PIN, a password or a code.',
  ]
  return lines.filter(Boolean).join('\n\n')
}
