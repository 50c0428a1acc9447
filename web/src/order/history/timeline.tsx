import type { OrderMail } from '@strand/contracts/mail/order-mails'
import type { OrderAuditEvent } from '@strand/contracts/order/audit'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../shared/buttons/button.tsx'
import { Second } from '../../shared/format/dates.tsx'
import { formatNumber } from '../../shared/format/money.tsx'
import { usePermission } from '../../shared/session/use-permission.ts'
import { classNames } from '../../shared/style/class-names.ts'
import { EventMail } from './order-mails.tsx'

export const Timeline = ({
  events,
  index,
  onChoose,
  onUndo,
  mailsOf,
  proofOf,
}: {
  events: OrderAuditEvent[]
  index: number
  onChoose: (index: number) => void
  onUndo: (position: string) => void
  mailsOf: (position: string) => OrderMail[]
  /** Renders the proof that the log contains the event at a position, if the user may see it. */
  proofOf: (position: string) => ReactNode
}) => {
  const mayUndo = usePermission('orders.manage')
  const current = useShown(index, events.length)
  return (
    <ol className="timeline" aria-label="Events of the order, oldest first">
      {events.map((event, at) => (
        <li
          key={event.position}
          ref={at === index ? current : null}
          className={classNames(
            'timeline-event',
            at === index && 'timeline-current',
            at > index && 'timeline-later',
          )}
        >
          <button
            type="button"
            className="timeline-choose"
            aria-current={at === index ? 'step' : undefined}
            onClick={() => onChoose(at)}
          >
            <strong>{event.process}</strong>
            <span className="timeline-who">
              <Second at={event.createdat} /> · {byOf(event)}
            </span>
          </button>
          <Changes changes={event.changes} />
          {mailsOf(event.position).map((mail) => (
            <EventMail key={mail.mailid} mail={mail} />
          ))}
          <InLog position={event.position}>{proofOf(event.position)}</InLog>
          {event.undoable && mayUndo && (
            <Button size="small" onClick={() => onUndo(event.position)}>
              Undo
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
}

const InLog = ({ position, children }: { position: string; children: ReactNode }) => (
  <p className="timeline-position">
    Log position {formatNumber(Number(position))}
    {children}
  </p>
)

const byOf = ({ by }: OrderAuditEvent): string =>
  [by.name || by.kind, by.role].filter(Boolean).join(', ')

/** Turns `orderMessage` into `Order message`. */
const inWords = (field: string): string => {
  const words = field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const Changes = ({ changes }: Pick<OrderAuditEvent, 'changes'>) =>
  changes.length > 0 && (
    <dl className="timeline-changes">
      {changes.map(({ field, from, to }) => (
        <div key={field}>
          <dt>{inWords(field)}</dt>
          <dd>
            {from && (
              <>
                <del>{from}</del>
                <span aria-hidden="true"> → </span>
              </>
            )}
            <ins>{to || 'nothing'}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )

/**
 * Scrolls to the event that the slider is at, because the timeline may be longer than the screen.
 * Does not scroll when the page opens, or when a new event arrives.
 */
const useShown = (index: number, count: number) => {
  const current = useRef<HTMLLIElement>(null)
  const shown = useRef({ index, count })
  useEffect(() => {
    const before = shown.current
    shown.current = { index, count }
    if (before.count === count && before.index !== index)
      current.current?.scrollIntoView({ block: 'nearest' })
  }, [index, count])
  return current
}
