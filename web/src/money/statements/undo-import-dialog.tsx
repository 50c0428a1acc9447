import { bankEndpoints } from '@strand/contracts/money/bank.endpoints'
import type { BankAccount } from '@strand/contracts/money/bank-account'
import {
  type BankStatement,
  maxUndoReason,
  UndoImport,
} from '@strand/contracts/money/bank-statement'
import { useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { nameOfFile } from '../../shared/bank/conflict-words.ts'
import { randomId } from '../../shared/browser/random-id.ts'
import { ModalForm } from '../../shared/dialogs/modal-form.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { MessageField } from '../../shared/fields/message-field.tsx'
import { RelativeTime } from '../../shared/format/relative-time.tsx'
import { useCommandForm } from '../../shared/forms/use-command-form.ts'
import { LinkedOrders } from '../../shared/order/linked-orders.tsx'
import { ordersKey } from '../../shared/server-state/order-queries.ts'

/**
 * Undoes the import of a file. If its lines pay for orders, the server refuses, and the dialog
 * shows which orders.
 */
export const UndoImportDialog = ({
  statement,
  account,
  onClose,
}: {
  statement: BankStatement
  account: BankAccount | undefined
  onClose: () => void
}) => {
  const [isLong, setLong] = useState(false)
  const form = useCommandForm({
    schema: UndoImport,
    initial: { reason: '' },
    draft: `undo-import.${statement.statementId}`,
    send: (body) => undoImport(statement.statementId, body, () => setLong(true)),
    success: 'Import undone',
    situation: 'admin',
    // Reloads everything under the orders' key, because sums, day closes and reports change, too.
    invalidates: { queryKey: ordersKey },
    onSuccess: onClose,
    onFailure: () => setLong(false),
  })
  const { failure } = form
  return (
    <ModalForm
      title="Undo an import"
      form={form}
      text="Undo import"
      busyText="Undoing..."
      onClose={onClose}
    >
      <p>
        <strong>{nameOfFile(statement)}</strong>
        {account && ` of ${account.bankName} ${account.accountNumber}`}, imported by{' '}
        {statement.importedBy || 'someone'} <RelativeTime at={statement.importedAt} />.
      </p>
      <p>
        Lines that appear only in this file are withdrawn. Lines that are also in another file stay.
        You can import the file again later.
      </p>
      {failure && (
        <NoticeBox kind="failure" title={failure.title}>
          <LinkedOrders text={failure.text} />
        </NoticeBox>
      )}
      <MessageField
        label="Reason"
        rows={2}
        maxLength={maxUndoReason}
        {...form.fieldProps('reason')}
      />
      {isLong && (
        <p role="status">This file has many lines. The undo continues if you close this window.</p>
      )}
    </ModalForm>
  )
}

/**
 * In milliseconds: the pause before the command is sent again. The server itself waits a few
 * seconds before it answers.
 */
const pause = 500

/**
 * Undoes an import. Sends the same command again for as long as the server answers that the undo is
 * still running. The last answer contains the log position that the lists wait for.
 */
const undoImport = async (statementId: string, body: { reason: string }, onLong: () => void) => {
  const headers = { 'idempotency-key': randomId() }
  for (;;) {
    const sent = { params: { statementId }, body, headers }
    const answer = await call(bankEndpoints.undoImport, sent)
    if ('withdrawn' in answer.result) return answer
    onLong()
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
