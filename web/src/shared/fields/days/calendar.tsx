import { updateLocaleOptions } from 'primereact/api'
import { Calendar, type CalendarDateTemplateEvent } from 'primereact/calendar'
import {
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useMediaQuery } from '../../browser/use-media-query.ts'
import { Button } from '../../buttons/button.tsx'
import { IconButton } from '../../buttons/icon-button.tsx'
import { isDay, today } from '../../format/day.ts'
import { formatDay } from '../../format/time.ts'
import { createIcon } from '../../style/icons.tsx'
import { dateOf, dayOf, typedDay, typedDays } from './calendar-date.ts'
import './calendar.css'

export type Span = { from: string; to: string }
export type Preset = Span & { text: string }

// As in the reports, a week begins on Monday.
updateLocaleOptions({ firstDayOfWeek: 1, chooseDate: 'Choose days' }, 'en')

type Shared = { id: string; max?: string | undefined }

const dateOrNull = (day: string | undefined): Date | null =>
  day && isDay(day) ? dateOf(day) : null

const CalendarIcon = createIcon(
  <path d="M3.500 5h13v11.500h-13zM3.500 8.500h13M7 3v3.500M13 3v3.500" />,
)

/** PrimeReact reads nothing that is typed: it knows one way to write a day, and `typedDay` several. */
const readNothing = (): never => {
  throw new Error('what is typed is read by typedDay')
}

/** What was typed; nothing where a day was chosen. */
const typedText = (event: SyntheticEvent | undefined): string | null =>
  event?.target instanceof HTMLInputElement ? event.target.value : null

/** Roles and names that fit what the parts do: a day is a button, whose text says its month too. */
const passThrough = {
  monthTitle: { type: 'button', 'aria-label': null },
  yearTitle: { type: 'button', 'aria-label': null },
  day: { 'aria-label': null },
  dayLabel: ({ context }: { context: { selected: boolean } }) => ({
    role: 'button',
    'aria-selected': null,
    'aria-pressed': context.selected,
  }),
} as object

const DayText = ({ day, month, year }: CalendarDateTemplateEvent) => {
  const words = formatDay(dayOf(new Date(year, month, day)))
  return (
    <>
      {day}
      <i className="for-screen-readers">{words.slice(words.indexOf(' '))}</i>
    </>
  )
}

/**
 * PrimeReact moves the focus into an open calendar, where nothing can be typed. So the button, or the arrow
 * down, opens it, and a touch on the field, where a calendar is what one wants.
 */
const useSettings = ({ id, max }: Shared) => {
  const isTouched = useMediaQuery('(pointer: coarse)')
  return {
    inputId: id,
    inputClassName: 'input',
    panelClassName: 'calendar-panel',
    dateFormat: 'dd M yy',
    parseDateTime: readNothing,
    showOnFocus: isTouched,
    inputMode: isTouched ? ('none' as const) : ('text' as const),
    dateTemplate: (date: CalendarDateTemplateEvent) => <DayText {...date} />,
    maxDate: dateOrNull(max) ?? undefined,
    viewDate: dateOrNull(today()) ?? undefined,
    pt: passThrough,
  }
}

/**
 * PrimeReact makes the days again whenever it renders, and the focus is lost with the day that had it. So the
 * calendars below render only when what they show changes, and the focus goes to the day again.
 */
const useDayFocus = <Kind extends 'single' | 'range'>() => {
  const calendar = useRef<Calendar<Kind>>(null)
  const focusDay = () => {
    setTimeout(() => {
      const find = (day: string) =>
        calendar.current?.getOverlay()?.querySelector<HTMLElement>(`td${day}`)
      const day =
        find(' > [data-p-highlight="true"]') ??
        find('.p-datepicker-today > span') ??
        find(' > span:not([data-p-disabled="true"])')
      day?.setAttribute('tabindex', '0')
      day?.focus()
    })
  }
  /** The day that had the focus is gone: it goes to the button that opens the calendar. */
  const keepFocus = () => {
    if (document.activeElement === document.body)
      calendar.current?.getElement()?.parentElement?.querySelector('button')?.focus()
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget?.closest('.calendar-panel td')) focusDay()
  }
  return { calendar, focusDay, keepFocus, onBlur }
}

/** The button that opens the calendar and closes it: PrimeReact's own one breaks our security policy. */
const WithButton = ({
  label,
  calendar,
  children,
}: {
  label: string
  calendar: RefObject<Pick<Calendar, 'show' | 'hide' | 'getOverlay'> | null>
  children: ReactNode
}) => {
  // A press outside of the calendar may have closed it before the click.
  const wasOpen = useRef(false)
  return (
    <span className="calendar-field">
      {children}
      <IconButton
        label={`${label}: calendar`}
        onMouseDown={() => {
          wasOpen.current = Boolean(calendar.current?.getOverlay())
        }}
        onClick={() => {
          if (wasOpen.current) calendar.current?.hide()
          else calendar.current?.show()
          wasOpen.current = false
        }}
      >
        <CalendarIcon />
      </IconButton>
    </span>
  )
}

/** One day, typed or chosen. */
export const DayCalendar = memo(function DayCalendar({
  label,
  value,
  onChange,
  ...shared
}: Shared & { label: string; value: string; onChange: (day: string) => void }) {
  const { calendar, focusDay, keepFocus, onBlur } = useDayFocus<'single'>()
  const type = (text: string) => {
    const day = text.trim() === '' ? '' : typedDay(text)
    if (day !== null && !(shared.max && day > shared.max)) onChange(day)
  }
  return (
    <WithButton label={label} calendar={calendar}>
      <Calendar
        ref={calendar}
        onBlur={onBlur}
        onShow={focusDay}
        onHide={keepFocus}
        {...useSettings(shared)}
        value={dateOrNull(value)}
        placeholder="Any day"
        onChange={({ value: chosen, originalEvent }) => {
          const text = typedText(originalEvent)
          if (text !== null) type(text)
          else if (chosen) onChange(dayOf(chosen))
        }}
      />
    </WithButton>
  )
})

/** What is shown where one end is open: an address may name only one day. */
const openEnd = ({ from, to }: Span): string => {
  if (isDay(from)) return `since ${formatDay(from)}`
  return isDay(to) ? `until ${formatDay(to)}` : 'Any day'
}

/**
 * The first and the last day, typed or chosen, or a period that is often asked for. One day alone counts
 * once the calendar closes, or the field is left.
 */
export const SpanCalendar = memo(function SpanCalendar({
  label,
  from: firstDay,
  to: lastDay,
  presets,
  onChange,
  ...shared
}: Shared & Span & { label: string; presets: Preset[]; onChange: (span: Span) => void }) {
  const { calendar, focusDay, keepFocus, onBlur } = useDayFocus<'range'>()
  // The first day, while the last is still to be chosen.
  const begun = useRef('')
  const [first, showFirst] = useState('')
  const begin = (day: string) => {
    begun.current = day
    showFirst(day)
  }
  // The day that was chosen first keeps the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another day is focused
  useEffect(() => {
    if (first !== '') focusDay()
  }, [first])
  const choose = (chosen: Span) => {
    begin('')
    onChange(chosen)
  }
  const finish = () => {
    if (begun.current) choose({ from: begun.current, to: begun.current })
  }
  const type = (text: string) => {
    if (text.trim() === '') return choose({ from: '', to: '' })
    const [from, to] = typedDays(text) ?? []
    if (from && to) choose({ from, to })
    else if (from) begin(from)
  }
  const finishOnEnter = ({ key, target }: KeyboardEvent) => {
    if (key === 'Enter' && target instanceof HTMLInputElement) finish()
  }
  const settings = useSettings(shared)
  const [from, to] = [dateOrNull(first || firstDay), first ? null : dateOrNull(lastDay)]
  return (
    <WithButton label={label} calendar={calendar}>
      <Calendar
        ref={calendar}
        onShow={focusDay}
        onHide={() => {
          finish()
          keepFocus()
        }}
        onBlur={(event) => {
          onBlur(event)
          if (!calendar.current?.getOverlay()) finish()
        }}
        {...settings}
        pt={{ ...settings.pt, root: { onKeyDown: finishOnEnter } }}
        selectionMode="range"
        hideOnRangeSelection
        placeholder={openEnd({ from: firstDay, to: lastDay })}
        value={from && (first || to) ? [from, to] : null}
        onChange={({ value, originalEvent }) => {
          const text = typedText(originalEvent)
          if (text !== null) return type(text)
          const [one, other] = value ?? []
          if (one && other) choose({ from: dayOf(one), to: dayOf(other) })
          else if (one) {
            begin(dayOf(one))
            focusDay()
          }
        }}
        footerTemplate={() => (
          <Presets
            presets={presets}
            calendar={calendar}
            onChoose={(preset) => {
              choose(preset)
              calendar.current?.hide()
            }}
          />
        )}
      />
    </WithButton>
  )
})

const Presets = ({
  presets,
  calendar,
  onChoose,
}: {
  presets: Preset[]
  calendar: RefObject<Calendar<'range'> | null>
  onChoose: (span: Span) => void
}) => {
  // The calendar keeps the focus inside from its own buttons, but not from these.
  const keepFocus = (event: KeyboardEvent<HTMLDivElement>) => {
    const isLast = event.target === event.currentTarget.lastElementChild
    if (event.key !== 'Tab' || event.shiftKey || !isLast) return
    event.preventDefault()
    calendar.current?.getOverlay()?.querySelector<HTMLElement>('button')?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus inside
    <div className="calendar-presets" onKeyDown={keepFocus}>
      {presets.map(({ text, from, to }) => (
        <Button key={text} size="small" variant="quiet" onClick={() => onChoose({ from, to })}>
          {text}
        </Button>
      ))}
    </div>
  )
}
