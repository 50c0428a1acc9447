import { Button } from '../../../shared/buttons/button.tsx'
import { IconButton } from '../../../shared/buttons/icon-button.tsx'
import { ordersKey } from '../../../shared/server-state/order-queries.ts'
import { type RowCommand, useCommand } from '../../../shared/server-state/use-command.ts'
import { CloseIcon } from '../../../shared/style/icons.tsx'
import { MailNotice } from '../mail-notice.tsx'
import { dismissUndo, type Undoable, undo, useUndoable } from './undo.ts'

/** Undoes the latest change, and returns its order id. */
export const useUndo = (): (() => Promise<string | null>) => {
  const latest = useUndoable()
  const { attempt } = useCommand({
    send: ({ change }: RowCommand & { change: Undoable }) => undo(change),
    success: 'Restored',
    situation: 'action',
    invalidates: { queryKey: ordersKey },
  })
  return async () => {
    if (!latest) return null
    await attempt({ rows: [latest.orderId], change: latest })
    return latest.orderId
  }
}

/** Shown at the bottom of the screen for thirty seconds after a change. */
export const UndoBar = () => {
  const latest = useUndoable()
  const takeBack = useUndo()
  return (
    <div className="undo-bar" role="status">
      {latest && (
        <div className="undo-bar-inside" key={latest.position}>
          <span>
            {latest.isProposal ? 'Approved, waiting for a second person:' : latest.title}{' '}
            <span className="order-id">{latest.orderId}</span>
            <small className="undo-bar-mail">
              <MailNotice isMailed={latest.isMailed} />
            </small>
          </span>
          <Button size="small" onClick={() => void takeBack()}>
            Undo
          </Button>
          <IconButton label="Close" onClick={dismissUndo}>
            <CloseIcon />
          </IconButton>
          <span className="undo-bar-clock" aria-hidden="true" />
        </div>
      )}
    </div>
  )
}
