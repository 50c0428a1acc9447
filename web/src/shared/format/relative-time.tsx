import { useEffect, useState } from 'react'
import { serverNow } from '../api/server-time.ts'
import { formatRelative, formatTime } from './time.ts'

/** A time as `5 minutes ago`. The text is kept up to date, and shows the exact time on hover. */
export const RelativeTime = ({ at }: { at: string }) => {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={at} title={formatTime(at)}>
      {formatRelative(at, now)}
    </time>
  )
}
