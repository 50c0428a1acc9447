import { useMatch, useSearchParams } from 'react-router-dom'
import { paths } from '../shared/navigation/paths.ts'
import { useShop } from '../shared/server-state/use-shop.ts'

/** Whom to ask, and when; a message on WhatsApp already names the order. */
export const Contact = () => {
  const { data: shop } = useShop()
  const [search] = useSearchParams()
  const named = useMatch(paths.orderHistory)?.params.orderId ?? search.get('id') ?? ''
  if (!shop) return null
  const about = /^[\w -]{1,40}$/.test(named) ? ` about order ${named}` : ''
  const text = `Hello, I have a question${about}.`
  return (
    <address className="contact">
      <a href={`https://wa.me/${shop.whatsapp}?text=${encodeURIComponent(text)}`}>WhatsApp</a>
      {shop.instagram && <a href={`https://instagram.com/${shop.instagram}`}>Instagram</a>}
      <a href={`mailto:${shop.supportEmail}`}>{shop.supportEmail}</a>
      <span>{shop.hours}</span>
    </address>
  )
}
