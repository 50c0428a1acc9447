import type { BulkAnswer } from '@strand/contracts/bulk'
import { counted } from '@strand/contracts/counted'
import type { ArchiveReason } from '@strand/contracts/order/archive-reason'
import { useRef, useState } from 'react'
import { Button } from '../../../shared/buttons/button.tsx'
import { Modal } from '../../../shared/dialogs/modal.tsx'
import { Progress } from '../../../shared/feedback/progress.tsx'
import { formatNumber } from '../../../shared/format/money.tsx'
import { ordersKey } from '../../../shared/server-state/order-queries.ts'
import { useCommand } from '../../../shared/server-state/use-command.ts'
import {
  ArchiveReasonFields,
  useArchiveReason,
  useNoDenial,
} from '../archiving/archive-reason-fields.tsx'
import { MoneyOfSelected, useMoneyOfSelected } from '../archiving/money-of-selected.tsx'
import { archiveOrders, restoreOrders } from '../order-commands.ts'

const actions = {
  archive: { run: archiveOrders, verb: 'Archive', busy: 'Archiving', done: 'Archived' },
  restore: { run: restoreOrders, verb: 'Restore', busy: 'Restoring', done: 'Restored' },
}
export type BulkRun = { action: keyof typeof actions; ids: string[] }

/**
 * The number of orders per call. Each call takes a second or two, so that the user sees the
 * progress and can stop.
 */
const chunk = 250

/**
 * Archives or restores thousands of orders, in several calls, after the user has confirmed their
 * number. Restoring needs no reason.
 */
export const BulkRunDialog = ({
  action,
  ids: selected,
  onClose,
}: BulkRun & {
  /**
   * Called with the ids that were not processed, and with the orders that the server refused to
   * change.
   */
  onClose: (rest: string[], failed: BulkAnswer['failed']) => void
}) => {
  const { run, verb, busy, done } = actions[action]
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const ids = selected.filter((id) => !leftOut.has(id))
  const [handled, setHandled] = useState<number | null>(null)
  const [stopping, setStopping] = useState(false)
  const stop = useRef(false)

  const { run: send } = useCommand({
    send: ({ some, why }: { some: string[]; why: ArchiveReason }) => run(some, why),
    situation: 'action',
  })
  const { attempt } = useCommand({
    send: async (why: ArchiveReason) => {
      const failed: BulkAnswer['failed'] = []
      let next = 0
      setHandled(0)
      while (next < ids.length && !stop.current) {
        const answer = await send({ some: ids.slice(next, next + chunk), why }).catch(() => null)
        if (!answer) break
        failed.push(...answer.failed)
        next = Math.min(next + chunk, ids.length)
        setHandled(next)
      }
      return { rest: ids.slice(next), failed, changed: next - failed.length }
    },
    success: ({ changed }) => {
      const orders = `${formatNumber(changed)} of ${formatNumber(ids.length)} orders`
      return changed > 0 ? { title: done, text: `${orders} ${done.toLowerCase()}` } : null
    },
    situation: 'action',
    invalidates: { queryKey: ordersKey },
    onSuccess: ({ rest, failed }) => onClose([...rest, ...leftOut], failed),
  })
  const form = useArchiveReason((why) => void attempt(why))
  const isArchiving = action === 'archive'
  const seen = useMoneyOfSelected(isArchiving && handled === null ? ids : [])
  useNoDenial(form, seen.orders.length > 0)
  const halt = () => {
    if (handled === null) return onClose(selected, [])
    stop.current = true
    setStopping(true)
  }
  return (
    <Modal title={`${verb} ${counted(ids.length, 'order')}`} onClose={halt}>
      <form ref={form.form} className="form" noValidate onSubmit={form.submit}>
        {handled === null ? (
          <>
            <p>
              All <strong>{formatNumber(ids.length)}</strong> selected orders are{' '}
              {done.toLowerCase()}, one after the other.
            </p>
            {isArchiving ? (
              <>
                <MoneyOfSelected
                  seen={seen}
                  onLeaveOut={(paid) =>
                    paid.length === ids.length
                      ? onClose(selected, [])
                      : setLeftOut(new Set([...leftOut, ...paid]))
                  }
                />
                <ArchiveReasonFields form={form} isPaid={seen.orders.length > 0} />
              </>
            ) : (
              <p>The customers get no email about it.</p>
            )}
          </>
        ) : (
          <>
            <Progress label={`${busy} orders`} value={handled} max={ids.length} />
            <p role="status">
              {formatNumber(handled)} of {formatNumber(ids.length)}
            </p>
          </>
        )}
        <div className="form-buttons">
          <Button onClick={halt} disabled={stopping}>
            {handled === null ? 'Cancel' : 'Stop'}
          </Button>
          {handled === null && (
            <Button type="submit" variant={isArchiving ? 'danger' : 'primary'}>
              {verb} {counted(ids.length, 'order')}
            </Button>
          )}
        </div>
      </form>
    </Modal>
  )
}
