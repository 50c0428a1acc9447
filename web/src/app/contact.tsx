import { useLocation } from 'react-router-dom'
import { useShop } from '../shared/server-state/use-shop.ts'

/** The order that a page is about, as its address names it. */
const orderOf = (pathname: string, search: string): string | undefined => {
  const named = /^\/order-history\/([\w-]+)$/.exec(pathname)?.[1]
  return /^[\w -]{1,40}$/.exec(named ?? new URLSearchParams(search).get('id') ?? '')?.[0]
}

/** Whom to ask, and when; a message on WhatsApp already names the order. */
export const Contact = () => {
  const { data: shop } = useShop()
  const { pathname, search } = useLocation()
  if (!shop) return null
  const order = orderOf(pathname, search)
  const text = order
    ? `Hello, I have a question about order ${order}.`
    : 'Hello, I have a question.'
  return (
    <address className="contact">
      <a href={`https://wa.me/${shop.whatsapp}?text=${encodeURIComponent(text)}`}>WhatsApp</a>
      {shop.instagram && <a href={`https://instagram.com/${shop.instagram}`}>Instagram</a>}
      <a href={`mailto:${shop.supportEmail}`}>{shop.supportEmail}</a>
      <span>{shop.hours}</span>
    </address>
  )
}
