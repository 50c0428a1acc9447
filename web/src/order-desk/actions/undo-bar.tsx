import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { failureNotice } from '../../shared/api/error-catalogue.ts'
import { Button } from '../../shared/buttons/button.tsx'
import { IconButton } from '../../shared/buttons/icon-button.tsx'
import { toast } from '../../shared/feedback/toast.ts'
import { refreshOrders } from '../../shared/server-state/order-queries.ts'
import { CloseIcon } from '../../shared/style/icons.tsx'
import { dismissUndo, undo, useUndoable } from './undo.ts'

/** Undoes the latest change, and returns its order id. Nobody gets a mail about it. */
export const useUndo = (): (() => Promise<string | null>) => {
  const latest = useUndoable()
  const client = useQueryClient()
  return useCallback(async () => {
    if (!latest) return null
    try {
      const answer = await undo(latest)
      toast.success({ title: 'Restored', text: answer.responseMessage })
    } catch (error) {
      toast.failure(failureNotice(error, 'action'))
    }
    await refreshOrders(client)
    return latest.orderId
  }, [latest, client])
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
            {latest.title} <span className="order-id">{latest.orderId}</span>
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
