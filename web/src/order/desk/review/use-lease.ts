import { leaseSeconds, orderLeaseEndpoints } from '@strand/contracts/order/lease'
import { useEffect, useRef, useState } from 'react'
import { isConflict } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/client.ts'
import { failureNotice } from '../../../shared/api/error-catalogue.ts'

const { takeLease, releaseLease } = orderLeaseEndpoints

/** Milliseconds between two renewals. A lease survives if two renewals in a row are lost. */
const renewEvery = (leaseSeconds * 1_000) / 3

/**
 * While the screen is visible, tells colleagues that the user is looking at an order. If a
 * colleague was first, or took the order over, `refusal` says who; only `takeOver` then gets the
 * order back. If the server does not answer, the review continues, because a lease is only a
 * courtesy.
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
      // Does not release the lease of an order that was just decided, because it takes a moment
      // until colleagues' lists show the decision. Otherwise, releases the lease once the last
      // request for it was answered. If the server got the two in the wrong order, the lease would
      // keep this order from colleagues until it expires.
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
