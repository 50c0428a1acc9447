import type { OrderAuditEvent } from '@strand/contracts/order/audit'
import { Button } from '../shared/buttons/button.tsx'
import { formatTime } from '../shared/format/time.ts'
import { usePermission } from '../shared/session/use-permission.ts'
import { classNames } from '../shared/style/class-names.ts'

/** Who did what and when, oldest first. */
export const Timeline = ({
  events,
  index,
  onChoose,
  onUndo,
}: {
  events: OrderAuditEvent[]
  /** The index of the event after which the order is shown. */
  index: number
  onChoose: (index: number) => void
  onUndo: (position: string) => void
}) => {
  const mayUndo = usePermission('orders.manage')
  return (
    <ol className="timeline" aria-label="Events of the order, oldest first">
      {events.map((event, at) => (
        <li
          key={event.position}
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
              <time dateTime={event.createdat}>{formatTime(event.createdat)}</time> · {byOf(event)}
            </span>
          </button>
          <Changes changes={event.changes} />
          <p className="timeline-position">Log position {event.position}</p>
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
