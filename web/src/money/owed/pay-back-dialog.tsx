import { dayInWords } from '@strand/contracts/day-words'
import { bankEndpoints } from '@strand/contracts/money/bank.endpoints'
import type { BankLine } from '@strand/contracts/money/bank-line'
import { formatKobo } from '@strand/contracts/money/kobo'
import { type Owed, owedEndpoints } from '@strand/contracts/order/owed'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '../../shared/api/client.ts'
import { ModalForm } from '../../shared/dialogs/modal-form.tsx'
import { LoadFailed } from '../../shared/feedback/load-failed.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { Outline } from '../../shared/feedback/outline.tsx'
import { useCommandForm } from '../../shared/forms/use-command-form.ts'
import { SearchBox } from '../../shared/list/search/search-box.tsx'
import { ordersKey } from '../../shared/server-state/order-queries.ts'
import { Kobo } from '../kobo.tsx'
import { linesKey } from '../money-calls.ts'

const maxShown = 50

const freeOf = ({ amountKobo, allocatedKobo }: BankLine): number => -amountKobo - allocatedKobo

/**
 * The debits with money left that no other repayment uses: first those with exactly the remaining
 * amount, then the others.
 */
const fittingFirst = (debits: BankLine[], restKobo: number): BankLine[] => {
  const open = debits.filter((debit) => freeOf(debit) > 0)
  const fits = (debit: BankLine) => freeOf(debit) === restKobo
  return [...open.filter(fits), ...open.filter((debit) => !fits(debit))]
}

/** Lets the user record the debit with which a debt, or part of it, was paid back. */
export const PayBackDialog = ({ row, onClose }: { row: Owed; onClose: () => void }) => {
  const { owedId, orderid, restKobo, paidOn, owedAt, reversed } = row
  const [search, setSearch] = useState('')
  const query = {
    status: 'debit',
    dateFrom: paidOn ?? owedAt.slice(0, 10),
    search,
    results: maxShown,
  } as const
  const found = useQuery({
    queryKey: [...linesKey, 'debits', query],
    queryFn: async ({ signal }) =>
      (await call(bankEndpoints.listBankLines, { query, signal })).result.data,
    placeholderData: keepPreviousData,
  })
  const debits = fittingFirst(found.data ?? [], restKobo)
  const form = useCommandForm({
    schema: z.object({ lineId: z.string().min(1, 'Please choose the transfer') }),
    initial: { lineId: '' },
    draft: `pay-back.${owedId}`,
    send: ({ lineId }) =>
      call(owedEndpoints.settleBankLine, { params: { lineId }, body: { owedId } }),
    success: 'Paid back',
    situation: 'admin',
    invalidates: { queryKey: ordersKey },
    onSuccess: onClose,
  })
  const { error } = form.fieldProps('lineId')
  return (
    <ModalForm
      title="Money paid back"
      form={form}
      text="Paid back"
      busyText="Saving..."
      onClose={onClose}
    >
      {reversed && (
        <NoticeBox
          kind="failure"
          title="The bank took this money back"
          text="Check the transfer before you pay anything back."
        />
      )}
      <p>
        <strong>{formatKobo(restKobo)}</strong> is owed back for order <strong>{orderid}</strong>.
        Which transfer paid it back? A smaller transfer pays back part of it.
      </p>
      <SearchBox
        label="Find debits"
        placeholder="Payee, narration, amount…"
        value={search}
        onSearch={setSearch}
      />
      {found.isPending && <Outline what="debits" rows={3} />}
      {found.isError && <LoadFailed what="The debits" query={found} />}
      {found.data && debits.length === 0 && (
        <p role="status">
          No debit since {dayInWords(query.dateFrom)} {search ? 'matches' : 'is on a statement'}.
          Import a newer statement if you have paid it back.
        </p>
      )}
      {debits.length > 0 && (
        <fieldset className="owed-debits">
          <legend>The debit</legend>
          {debits.map((debit) => (
            <label key={debit.lineId}>
              <input
                type="radio"
                name="lineId"
                value={debit.lineId}
                checked={form.values.lineId === debit.lineId}
                onChange={() => form.setValue('lineId', debit.lineId)}
              />
              <span>
                <strong>
                  <Kobo amount={freeOf(debit)} />
                </strong>{' '}
                on {dayInWords(debit.bookedOn)}
                <span className="second-line">{debit.narration || debit.payer}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {error && <p className="field-error">{error}</p>}
    </ModalForm>
  )
}
