import { CustomerDetails } from '@strand/contracts/order/order'
import { useEffect, useState } from 'react'
import { keepCustomer, keptCustomer } from '../draft/kept-customer.ts'

/** The choice to fill in the next order's first step; off until the customer makes it. */
export const KeepDetails = ({ payload }: { payload: CustomerDetails }) => {
  const [isKept, setKept] = useState(() => keptCustomer() !== null)
  useEffect(() => {
    keepCustomer(isKept ? CustomerDetails.parse(payload) : null)
  }, [isKept, payload])
  return (
    <label className="sent-keep">
      <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.target.checked)} />
      <span>
        Keep my name, email, phone and Instagram username on this phone for my next order. You can
        remove them here and in the form at any time.
      </span>
    </label>
  )
}
