import type { BulkAnswer } from '@strand/contracts/bulk'
import { counted } from '@strand/contracts/counted'
import { type ComponentType, useState } from 'react'
import { Button } from '../../buttons/button.tsx'
import { IconButton } from '../../buttons/icon-button.tsx'
import { ordersKey } from '../../server-state/order-queries.ts'
import { type RowCommand, useCommand } from '../../server-state/use-command.ts'
import { CloseIcon } from '../../style/icons.tsx'
import { MailNotice } from './mail-notice.tsx'
import { dismissUndo, type Undoable, undo, undoTime, useUndoable } from './undo.ts'
import './undo-bar.css'

type Tell = (failed: BulkAnswer['failed']) => void

/**
 * Returns a function that undoes the latest change, and returns the ids of its orders. `tell` is
 * called with the orders that could not be undone because they have changed since then.
 */
export const useUndo = (tell: Tell): (() => Promise<string[]>) => {
  const latest = useUndoable()
  const { attempt } = useCommand({
    send: ({ change }: RowCommand & { change: Undoable }) => undo(change),
    success: ({ responseMessage, result }) =>
      result?.length === 0 ? null : { title: 'Undone', text: responseMessage },
    situation: 'action',
    invalidates: { queryKey: ordersKey },
    onSuccess: ({ failed = [] }) => tell(failed),
  })
  return async () => {
    if (!latest) return []
    const rows = Object.keys(latest.orders)
    await attempt({ rows, change: latest })
    return rows
  }
}

/**
 * Offers an undo at the bottom of the screen, for thirty seconds after a change. `Outcome` renders
 * the orders that could not be undone. When the user presses the button, `onUndone` is called with
 * the ids of all orders in the change.
 */
export const UndoBar = ({
  outcome: Outcome,
  onUndone,
}: {
  outcome: ComponentType<{ failed: BulkAnswer['failed']; onClose: () => void }>
  onUndone?: (orderIds: string[]) => void
}) => {
  const latest = useUndoable()
  const [failed, setFailed] = useState<BulkAnswer['failed']>([])
  const undoLatest = useUndo(setFailed)
  const [orderId, ...more] = Object.keys(latest?.orders ?? {})
  return (
    <>
      <div className="undo-bar" role="status">
        {latest && (
          <div className="undo-bar-inside" key={latest.until}>
            <span>
              {latest.isEarlier && 'Before that: '}
              {latest.isProposal ? 'Approved, waiting for a second person:' : latest.title}{' '}
              {more.length > 0 ? (
                counted(more.length + 1, 'order')
              ) : (
                <span className="order-id">{orderId}</span>
              )}
              <small className="undo-bar-mail">
                <MailNotice
                  isMailed={latest.isMailed}
                  count={more.length + 1}
                  isRunning={latest.isEarlier}
                />
              </small>
            </span>
            <Button size="small" onClick={() => void undoLatest().then(onUndone)}>
              Undo
            </Button>
            <IconButton label="Close" onClick={dismissUndo}>
              <CloseIcon />
            </IconButton>
            <Clock until={latest.until} />
          </div>
        )}
      </div>
      {failed.length > 0 && <Outcome failed={failed} onClose={() => setFailed([])} />}
    </>
  )
}

/** Runs out with the time for the undo, of which a part may be over when it is shown. */
const Clock = ({ until }: { until: number }) => {
  const [past] = useState(() => Math.max(0, undoTime - (until - performance.now())))
  return (
    <span
      className="undo-bar-clock"
      style={{ animationDelay: `-${Math.round(past)}ms` }}
      aria-hidden="true"
    />
  )
}
