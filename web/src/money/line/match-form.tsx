import { bankLineEndpoints } from '@strand/contracts/money/bank-line.endpoints'
import { maximumAllocations } from '@strand/contracts/money/bank-line-commands'
import { formatKobo } from '@strand/contracts/money/kobo'
import { useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { useForm } from '../../shared/forms/use-form.ts'
import { freeKobo } from '../lines/line-actions.ts'
import { AllocationFields } from './allocation-fields.tsx'
import {
  allocationFor,
  allocationOf,
  type ChosenOrder,
  chosenAllocations,
  sumOf,
} from './allocations.ts'
import { LineForm } from './line-form.tsx'
import { OrderFinder } from './order-finder.tsx'
import type { LineFormProps } from './unmatch-form.tsx'
import { useLineCommand } from './use-line-command.ts'

/** Says which orders a line pays: one, or several up to its amount. */
export const MatchForm = ({ line, onCancel, onDone }: LineFormProps) => {
  const free = freeKobo(line)
  const { lineId } = line
  const [chosen, setChosen] = useState<ChosenOrder[]>(() =>
    line.best ? [allocationOf(line.best, free)] : [],
  )
  const command = useLineCommand('Matched', onDone)
  const form = useForm({
    schema: chosenAllocations(free),
    initial: { orders: chosen },
    send: ({ orders: allocations }) =>
      command.run({
        rows: [lineId],
        send: () =>
          call(bankLineEndpoints.matchBankLine, { params: { lineId }, body: { allocations } }),
      }),
  })
  const change = (orders: ChosenOrder[]) => {
    setChosen(orders)
    form.setValue('orders', orders)
  }
  const taken = [...line.allocations, ...chosen].map(({ orderId }) => orderId)
  const left = free - sumOf(chosen)
  return (
    <LineForm
      form={form}
      command={command}
      onCancel={onCancel}
      isReady={line.best != null}
      title="Match to an order"
      text={chosen.length > 1 ? `Match ${chosen.length} orders` : 'Match'}
      busyText="Matching..."
      before={
        <OrderFinder
          free={free}
          taken={taken}
          isFull={taken.length >= maximumAllocations}
          onChoose={(order) => change([...chosen, allocationFor(order, left)])}
        />
      }
    >
      <AllocationFields chosen={chosen} onChange={change} />
      <p role="status" className={left < 0 ? 'field-error' : 'field-help'}>
        {left < 0
          ? `${formatKobo(-left)} more than the line has`
          : `${formatKobo(left)} of ${formatKobo(free)} is left`}
      </p>
    </LineForm>
  )
}
