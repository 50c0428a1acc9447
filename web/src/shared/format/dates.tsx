import { dayInWords } from '@strand/contracts/day-words'
import { formatSecond } from './staff-time.ts'
import { formatTime } from './time.ts'

// Dates that do not break over two lines. Kept apart from `relative-time.tsx`, because customers'
// pages load that file.

/** `5 Mar 2026`, for the day `2026-03-05`. */
export const Day = ({ on }: { on: string }) => <time dateTime={on}>{dayInWords(on)}</time>

export const Time = ({ at }: { at: string }) => <time dateTime={at}>{formatTime(at)}</time>

export const Second = ({ at }: { at: string }) => <time dateTime={at}>{formatSecond(at)}</time>

/** `1 Mar 2026 to 28 Mar 2026`, or a single day. */
export const Span = ({ from, to }: { from: string; to: string }) => (
  <span className="whole">
    <Day on={from} />
    {to !== from && (
      <>
        {' '}
        to <Day on={to} />
      </>
    )}
  </span>
)
