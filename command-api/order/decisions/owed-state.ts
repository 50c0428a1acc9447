import type { OrderEvent } from '@strand/contracts/order/events'

/** Money of the customer that the shop gives back. */
export type OwedMoney = {
  owedId: string
  /** The credit that brought it. */
  lineId: string
  amountKobo: number
  paidBack: { debitLineId: string; amountKobo: number }[]
}

/** Kobo still to be paid back. */
export const restOf = ({ amountKobo, paidBack }: OwedMoney): number =>
  paidBack.reduce((rest, part) => rest - part.amountKobo, amountKobo)

export type OwedEvent = Extract<
  OrderEvent,
  {
    type: 'OrderMoneyOwed' | 'OrderMoneyNotOwed' | 'OrderMoneyPaidBack' | 'OrderMoneyNotPaidBack'
  }
>

/** What an event changes about what is owed. */
export const owedAfter = (owed: OwedMoney[], event: OwedEvent): OwedMoney[] => {
  const { owedId } = event.data
  const changed = (change: (one: OwedMoney) => OwedMoney) =>
    owed.map((one) => (one.owedId === owedId ? change(one) : one))
  switch (event.type) {
    case 'OrderMoneyOwed': {
      const { lineId, amountKobo } = event.data
      return [...owed, { owedId, lineId, amountKobo, paidBack: [] }]
    }
    case 'OrderMoneyNotOwed':
      return owed.filter((one) => one.owedId !== owedId)
    case 'OrderMoneyPaidBack': {
      const { debitLineId, amountKobo } = event.data
      return changed((one) => ({
        ...one,
        paidBack: [...one.paidBack, { debitLineId, amountKobo }],
      }))
    }
    case 'OrderMoneyNotPaidBack': {
      const { debitLineId } = event.data
      return changed((one) => ({
        ...one,
        paidBack: one.paidBack.filter((part) => part.debitLineId !== debitLineId),
      }))
    }
  }
}
