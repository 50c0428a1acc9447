import { dayInWords } from '@strand/contracts/day-words'
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
  useMemo,
  useRef,
  useState,
} from 'react'
import { useMediaQuery } from '../../browser/use-media-query.ts'
import { Button } from '../../buttons/button.tsx'
import { IconButton } from '../../buttons/icon-button.tsx'
import { isDay, today } from '../../format/day.ts'
import { createIcon } from '../../style/icons.tsx'
import { dateOf, dayOf, typedDay, typedDays } from './calendar-date.ts'
import './calendar.css'

export type Span = { from: string; to: string }
type Preset = Span & { text: string }

// Weeks begin on Monday, as in the reports.
updateLocaleOptions({ firstDayOfWeek: 1 }, 'en')

/**
 * Keeps the same `Date` object for as long as the day stays the same. If PrimeReact were given a
 * new object, it would overwrite the field, and turn back to the day's month.
 */
const useDate = (day: string): Date | null =>
  useMemo(() => (isDay(day) ? dateOf(day) : null), [day])

const CalendarIcon = createIcon(
  <path d="M3.500 5h13v11.500h-13zM3.500 8.500h13M7 3v3.500M13 3v3.500" />,
)

/**
 * Stops PrimeReact from reading typed text, because PrimeReact understands only one format.
 * `typedDay` understands several.
 */
const readNothing = (): never => {
  throw new Error('what is typed is read by typedDay')
}

const dayOfCell = ({ day, month, year }: CalendarDateTemplateEvent): string =>
  dayOf(new Date(year, month, day))

/**
 * Sets roles and names for PrimeReact's parts. Each day is a button whose text also names the
 * month. "Today" is today in the shop's time zone, not on this device.
 */
const passThrough = {
  monthTitle: { type: 'button', 'aria-label': null },
  yearTitle: { type: 'button', 'aria-label': null },
  day: ({ context: { date } }: { context: { date: CalendarDateTemplateEvent } }) => ({
    'aria-label': null,
    'data-p-today': dayOfCell(date) === today(),
  }),
  dayLabel: ({ context }: { context: { selected: boolean } }) => ({
    role: 'button',
    'aria-selected': null,
    'aria-pressed': context.selected,
  }),
} as object

const DayText = (date: CalendarDateTemplateEvent) => {
  const words = dayInWords(dayOfCell(date))
  return (
    <>
      {date.day}
      <i className="for-screen-readers">{words.slice(words.indexOf(' '))}</i>
    </>
  )
}

/**
 * Typed text takes effect on Enter, or when the user leaves the field. If the text is not a day,
 * Enter keeps it and shows a message, and leaving the field discards it.
 *
 * @param take applies the typed text; returns a message if the text is not valid
 */
const useTyping = (take: (text: string) => string) => {
  const isTyped = useRef(false)
  const [problem, setProblem] = useState('')
  const read = ({ target }: SyntheticEvent) => {
    if (!isTyped.current || !(target instanceof HTMLInputElement)) return
    const told = take(target.value)
    isTyped.current = told !== ''
    setProblem(told)
  }
  const forget = () => {
    isTyped.current = false
    setProblem('')
  }
  const handlers = {
    onInput: () => {
      isTyped.current = true
      setProblem('')
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') read(event)
    },
    // Runs in the capture phase. Otherwise, PrimeReact's handler would run first, and overwrite the
    // typed text with the chosen days.
    onBlurCapture: (event: FocusEvent) => {
      read(event)
      forget()
    },
  }
  return { problem, handlers }
}

const problemId = (id: string) => `${id}-problem`

/**
 * The calendar's settings. When PrimeReact opens a calendar, it moves the focus into it, where
 * nobody can type. So focusing the field does not open the calendar; only the button, the down
 * arrow and, on touch screens, a tap on the field do.
 */
const useSettings = ({
  id,
  name,
  shown,
  max = '',
  problem,
  handlers,
}: {
  id: string
  name: string
  /** The calendar opens at the month of this day; empty for today. */
  shown: string
  max?: string | undefined
} & ReturnType<typeof useTyping>) => {
  const isTouched = useMediaQuery('(pointer: coarse)')
  const invalid = problem ? { 'aria-invalid': true, 'aria-describedby': problemId(id) } : {}
  return {
    inputId: id,
    inputClassName: 'input',
    panelClassName: 'calendar-panel',
    dateFormat: 'dd M yy',
    parseDateTime: readNothing,
    showOnFocus: isTouched,
    inputMode: isTouched ? ('none' as const) : ('text' as const),
    dateTemplate: (date: CalendarDateTemplateEvent) => <DayText {...date} />,
    maxDate: useDate(max) ?? undefined,
    viewDate: useDate(isDay(shown) ? shown : today()),
    pt: {
      ...passThrough,
      root: handlers,
      panel: { 'aria-label': name },
      input: { root: invalid },
    },
  }
}

/**
 * Keeps the focus on a day. Whenever PrimeReact renders, it recreates the days, and the focus is
 * lost. So the calendars below render only when their contents change, and then move the focus back
 * to the day.
 */
const useDayFocus = <Kind extends 'single' | 'range'>() => {
  const calendar = useRef<Calendar<Kind>>(null)
  const focusDay = () => {
    setTimeout(() => {
      const find = (cell = '', day = '') =>
        calendar.current
          ?.getOverlay()
          ?.querySelector<HTMLElement>(`td${cell} > span${day}:not([data-p-disabled="true"])`)
      const day = find('', '[data-p-highlight="true"]') ?? find('[data-p-today="true"]') ?? find()
      day?.setAttribute('tabindex', '0')
      day?.focus()
    })
  }
  /** If the day that had the focus is gone, moves the focus to the calendar's button. */
  const keepFocus = () => {
    if (document.activeElement === document.body)
      calendar.current?.getElement()?.parentElement?.querySelector('button')?.focus()
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget?.closest('.calendar-panel td')) focusDay()
  }
  return { calendar, focusDay, keepFocus, onBlur }
}

/**
 * The button that opens and closes the calendar. We use our own, because PrimeReact's button
 * violates our content security policy.
 */
const WithButton = ({
  id,
  label,
  problem,
  calendar,
  children,
}: {
  id: string
  label: string
  problem: string
  calendar: RefObject<Pick<Calendar, 'show' | 'hide' | 'getOverlay'> | null>
  children: ReactNode
}) => {
  // Whether the calendar was open when the press began. When the click arrives, PrimeReact may
  // already have closed it, because the press was outside the calendar.
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
      {problem && (
        <span id={problemId(id)} className="field-error" role="alert">
          {problem}
        </span>
      )}
    </span>
  )
}

export const DayCalendar = memo(function DayCalendar({
  id,
  label,
  value,
  max,
  placeholder,
  onChange,
}: {
  id: string
  label: string
  value: string
  max?: string
  /** What an empty field means. If this is not set, a day is required. */
  placeholder?: string
  onChange: (day: string) => void
}) {
  const { calendar, focusDay, keepFocus, onBlur } = useDayFocus<'single'>()
  const typing = useTyping((text) => {
    const day = placeholder && text.trim() === '' ? '' : typedDay(text)
    if (day === null) return 'Please enter a day such as 5 Mar 2026'
    if (max && day > max) return `Please enter a day no later than ${dayInWords(max)}`
    onChange(day)
    return ''
  })
  const settings = useSettings({ id, name: 'Choose a day', shown: value, max, ...typing })
  return (
    <WithButton id={id} label={label} problem={typing.problem} calendar={calendar}>
      <Calendar
        ref={calendar}
        onBlur={onBlur}
        onShow={focusDay}
        onHide={keepFocus}
        {...settings}
        value={useDate(value)}
        placeholder={placeholder}
        onChange={({ value: chosen }) => {
          if (chosen) onChange(dayOf(chosen))
        }}
      />
    </WithButton>
  )
})

/** The text for a span of which only one day is set. A URL may contain such a span. */
const openEnd = ({ from, to }: Span): string => {
  if (isDay(from)) return `since ${dayInWords(from)}`
  return isDay(to) ? `until ${dayInWords(to)}` : 'Any day'
}

/**
 * A field for a span of days: the first and the last day, typed or chosen in the calendar, or a
 * common period. If the user chooses only one day, it takes effect when the calendar closes.
 */
export const SpanCalendar = memo(function SpanCalendar({
  id,
  label,
  from: firstDay,
  to: lastDay,
  required,
  presets,
  onChange,
}: Span & {
  id: string
  label: string
  required: boolean
  presets: Preset[]
  onChange: (span: Span) => void
}) {
  const { calendar, focusDay, keepFocus, onBlur } = useDayFocus<'range'>()
  // The chosen first day, until the last day is chosen, too.
  const begun = useRef('')
  const [first, showFirst] = useState('')
  const begin = (day: string) => {
    begun.current = day
    showFirst(day)
  }
  // The first chosen day keeps the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus only when the day changes
  useEffect(() => {
    if (first !== '') focusDay()
  }, [first])
  const choose = (chosen: Span) => {
    begin('')
    onChange(chosen)
  }
  const typing = useTyping((text) => {
    const isEmpty = !required && text.trim() === ''
    const [from, to = from] = isEmpty ? ['', ''] : (typedDays(text) ?? [])
    if (from === undefined || to === undefined)
      return 'Please enter days such as 2 Mar 2026 - 9 Mar 2026'
    choose({ from, to })
    return ''
  })
  const from = useDate(first || firstDay)
  const to = useDate(first ? '' : lastDay)
  const value = useMemo(() => (from && (first || to) ? [from, to] : null), [from, first, to])
  const shown = first || (to ? lastDay : firstDay)
  return (
    <WithButton id={id} label={label} problem={typing.problem} calendar={calendar}>
      <Calendar
        ref={calendar}
        onShow={focusDay}
        onHide={() => {
          if (begun.current) choose({ from: begun.current, to: begun.current })
          keepFocus()
        }}
        onBlur={onBlur}
        {...useSettings({ id, name: 'Choose days', shown, ...typing })}
        selectionMode="range"
        hideOnRangeSelection
        placeholder={openEnd({ from: firstDay, to: lastDay })}
        value={value}
        onChange={({ value: chosen }) => {
          const [one, other] = chosen ?? []
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
  // Keeps the focus inside the calendar when Tab is pressed on one of our buttons. PrimeReact does
  // this only for its own buttons.
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
