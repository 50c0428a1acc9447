import '../field.css'
import { lazy, type ReactNode, Suspense, useCallback, useId, useMemo, useRef } from 'react'
import { periodsUntil, today } from '../../format/day.ts'
import type { Span } from './calendar.tsx'
import './day-field.css'

const DayCalendar = lazy(async () => ({ default: (await import('./calendar.tsx')).DayCalendar }))
const SpanCalendar = lazy(async () => ({ default: (await import('./calendar.tsx')).SpanCalendar }))

const Labelled = ({
  label,
  className = '',
  children,
}: {
  label: string
  className?: string
  children: (id: string) => ReactNode
}) => {
  const id = useId()
  return (
    <div className={`day-field ${className}`}>
      <label htmlFor={id}>{label}</label>
      {/* The placeholder has the field's size, so that nothing moves when the field has loaded. */}
      <Suspense fallback={<span className="input" aria-hidden="true" />}>{children(id)}</Suspense>
    </div>
  )
}

/** A function with a constant identity that calls the function of the latest render. */
const useLatest = <Given,>(onChange: (given: Given) => void) => {
  const latest = useRef(onChange)
  latest.current = onChange
  return useCallback((given: Given) => latest.current(given), [])
}

/** A field for a day in the shop's time zone. It may be left empty only if it has a placeholder. */
export const DayField = ({
  label,
  onChange,
  ...calendar
}: {
  label: string
  value: string
  max?: string
  placeholder?: string
  onChange: (day: string) => void
}) => {
  const change = useLatest(onChange)
  return (
    <Labelled label={label}>
      {(id) => <DayCalendar id={id} label={label} {...calendar} onChange={change} />}
    </Labelled>
  )
}

/**
 * A field for a span of days, including the first and the last. Empty means no limit, unless the
 * span is `required`.
 */
export const SpanField = ({
  span,
  required = false,
  onChange,
}: {
  span: Span
  required?: boolean
  onChange: (span: Span) => void
}) => {
  const now = today()
  const presets = useMemo(() => {
    const periods = periodsUntil(now)
    return required ? periods : [...periods, { text: 'Any day', from: '', to: '' }]
  }, [now, required])
  const change = useLatest(onChange)
  return (
    <Labelled label="Days" className="span-field">
      {(id) => (
        <SpanCalendar
          id={id}
          label="Days"
          {...span}
          required={required}
          presets={presets}
          onChange={change}
        />
      )}
    </Labelled>
  )
}
