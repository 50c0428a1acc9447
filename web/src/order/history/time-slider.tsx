import type { OrderAuditEvent } from '@strand/contracts/order/audit'
import { useId } from 'react'
import { formatSecond } from '../../shared/format/staff-time.ts'

/**
 * A time at one end of the slider. Day and time are on separate lines, because a phone has no room
 * for two full times side by side.
 */
const End = ({ at }: { at: string }) => (
  <span>
    {formatSecond(at)
      .split(', ')
      .map((part) => (
        <time key={part} dateTime={at}>
          {part}
        </time>
      ))}
  </span>
)

/** A slider that moves from event to event. Between two events, nothing changes. */
export const TimeSlider = ({
  events,
  index,
  onChoose,
}: {
  events: OrderAuditEvent[]
  index: number
  onChoose: (index: number) => void
}) => {
  const id = useId()
  const event = events[index]
  if (!event) return null
  const isNow = index === events.length - 1
  return (
    <div className="time-slider">
      <label htmlFor={id}>
        The order {isNow ? 'as it is now' : 'as it stood'}: <strong>{event.process}</strong>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={events.length - 1}
        step={1}
        value={index}
        disabled={events.length === 1}
        aria-valuetext={`${formatSecond(event.createdat)}: ${event.process}`}
        onChange={(change) => onChoose(Number(change.target.value))}
      />
      <p className="time-slider-ends" aria-hidden="true">
        <End at={events[0]?.createdat ?? event.createdat} />
        <End at={events.at(-1)?.createdat ?? event.createdat} />
      </p>
    </div>
  )
}
