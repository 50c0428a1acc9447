import { useEffect, useState } from 'react'
import { serverNow } from '../api/server-time.ts'
import { formatRelative, formatTime } from './time.ts'

/** `5 minutes ago`, kept current, with the exact time on hover. */
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
