import { leaseSeconds, orderLeaseEndpoints } from '@strand/contracts/order/lease'
import { useEffect, useRef, useState } from 'react'
import { isConflict } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/client.ts'
import { failureNotice } from '../../../shared/api/error-catalogue.ts'

const { takeLease, releaseLease } = orderLeaseEndpoints

/** Milliseconds between renewals. A lease survives two lost renewals. */
const renewEvery = (leaseSeconds * 1_000) / 3

/**
 * While the screen is visible, tells colleagues that this person is looking at an order. `refusal`
 * says who was first or took the order over; then only `takeOver` gets the order back. If the shop
 * does not answer, the review continues, because a lease is only a courtesy.
 */
export const useLease = (orderId: string | undefined, isDecided: (orderId: string) => boolean) => {
  const [refused, setRefused] = useState<{ orderId: string; text: string } | null>(null)

  /** The latest request for the lease; never rejects. */
  const taking = useRef<Promise<void>>(Promise.resolve())

  const take = async (id: string, takeOver: boolean) => {
    try {
      await call(takeLease, { params: { orderId: id }, body: { takeOver } })
      setRefused(null)
    } catch (error) {
      if (isConflict(error)) setRefused({ orderId: id, text: failureNotice(error, 'action').text })
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a lease ends when the order changes
  useEffect(() => {
    if (orderId === undefined) return
    const renew = () => {
      if (document.visibilityState === 'visible') taking.current = take(orderId, false)
    }
    renew()
    const timer = setInterval(renew, renewEvery)
    document.addEventListener('visibilitychange', renew)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renew)
      // A decided order's lease is left to expire, because it takes a moment until other lists show
      // the decision. If the shop got the release before an earlier request for the lease, nobody
      // else would be shown this order until the lease expires. So the release waits for the shop's
      // answer.
      if (!isDecided(orderId))
        void taking.current
          .then(() => call(releaseLease, { params: { orderId } }))
          .catch(() => undefined)
    }
  }, [orderId])

  return {
    refusal: refused?.orderId === orderId ? refused?.text : undefined,
    takeOver: () => {
      if (orderId !== undefined) taking.current = take(orderId, true)
    },
  }
}
