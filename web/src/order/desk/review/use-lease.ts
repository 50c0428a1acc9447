import { leaseSeconds, orderLeaseEndpoints } from '@strand/contracts/order/lease'
import { useEffect, useState } from 'react'
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
      if (document.visibilityState === 'visible') void take(orderId, false)
    }
    renew()
    const timer = setInterval(renew, renewEvery)
    document.addEventListener('visibilitychange', renew)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renew)
      // A decided order's lease is left to expire, because other lists show the decision only a
      // moment later.
      if (!isDecided(orderId)) call(releaseLease, { params: { orderId } }).catch(() => undefined)
    }
  }, [orderId])

  return {
    refusal: refused?.orderId === orderId ? refused?.text : undefined,
    takeOver: () => orderId !== undefined && void take(orderId, true),
  }
}
