import type { OrderLease } from '@strand/contracts/order/lease'
import type { Log } from '@strand/event-sourcing/log'

/** Milliseconds between two looks at the leases, which are no events and have no subscription. */
const lookEvery = 1_000

/** Looks at the leases from `start` to `stop`, and tells when they changed. */
export const watchLeases = (options: {
  leases: () => Promise<OrderLease[]>
  onChange: (leases: OrderLease[]) => void
  log: Log
}) => {
  let known: OrderLease[] = []
  let looking = false
  let timer: NodeJS.Timeout | undefined
  const look = async () => {
    if (looking) return
    looking = true
    try {
      const running = await options.leases()
      if (JSON.stringify(running) === JSON.stringify(known)) return
      known = running
      options.onChange(running)
    } catch (error) {
      options.log.warn({ err: error }, 'who looks at which order is not known')
    } finally {
      looking = false
    }
  }
  return {
    known: () => known,
    start: () => {
      timer ??= setInterval(() => void look(), lookEvery)
    },
    stop: () => {
      clearInterval(timer)
      timer = undefined
    },
  }
}
