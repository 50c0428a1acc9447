import type { ReactNode } from 'react'
import { failureNotice } from '../shared/api/error-catalogue.ts'
import { Button } from '../shared/buttons/button.tsx'
import { toast } from '../shared/feedback/toast.ts'
import { formatNumber } from '../shared/format/money.tsx'
import { usePermission } from '../shared/session/use-permission.ts'
import { saveProof, useLogIndexes } from './log-calls.ts'

/**
 * Returns a function that renders an event's place in the log, and a button that saves the event's
 * proof as a file. The function renders nothing for users without permission to verify the log, or
 * for events that no checkpoint covers yet.
 */
export const useLogProofs = (
  orderId: string,
  events: number,
): ((position: string) => ReactNode) => {
  const { data } = useLogIndexes(orderId, usePermission('log.verify'), events)
  return (position) => {
    const index = data?.get(position)
    return typeof index === 'number' ? <EventProof index={index} /> : null
  }
}

const EventProof = ({ index }: { index: number }) => {
  const save = () =>
    saveProof(index).catch((error: unknown) => toast.failure(failureNotice(error, 'admin')))
  return (
    <>
      {' · '}Event {formatNumber(index)} of the log{' '}
      <Button
        size="small"
        variant="quiet"
        aria-label={`Proof of event ${formatNumber(index)}`}
        onClick={() => void save()}
      >
        Proof
      </Button>
    </>
  )
}
