import { useShop } from '../server-state/use-shop.ts'
import './trust.css'

export const neverAsked = 'We never ask for your PIN or OTP.'

/**
 * Says who the shop is, in details that a customer can check, and what the shop never asks
 * customers for.
 */
export const Trust = () => {
  const { data: shop } = useShop()
  if (!shop) return null
  const { bankAccountName, registration, address } = shop
  return (
    <div className="trust">
      <p>{[bankAccountName, registration, address].filter((part) => part !== '').join(' · ')}</p>
      <p>{neverAsked}</p>
    </div>
  )
}
