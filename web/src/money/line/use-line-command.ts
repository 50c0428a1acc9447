import type { CommandAnswer } from '@strand/contracts/answer'
import type { BankLine } from '@strand/contracts/money/bank-line'
import { ordersKey } from '../../shared/server-state/order-queries.ts'
import { type RowCommand, useCommand } from '../../shared/server-state/use-command.ts'
import { useKeepLine } from '../money-calls.ts'

type LineAnswer = CommandAnswer & { result: BankLine }

/**
 * Sends a command about a line, and shows the changed line.
 *
 * @param saysConflict whether the form itself reports a conflict, and stays open
 */
export const useLineCommand = (success: string, onSuccess: () => void, saysConflict = false) => {
  const keep = useKeepLine()
  return useCommand({
    send: ({ send }: RowCommand & { send: () => Promise<LineAnswer> }) => send(),
    success,
    situation: 'admin',
    onConflict: () => saysConflict,
    invalidates: { queryKey: ordersKey },
    onSuccess: ({ result }: LineAnswer) => {
      keep(result)
      onSuccess()
    },
  })
}
