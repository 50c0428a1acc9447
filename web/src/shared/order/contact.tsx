import { writtenPhone } from '@strand/contracts/order/contact'
import { useShop } from '../server-state/use-shop.ts'

/**
 * Whom to ask, and when. The WhatsApp link prepares a message that names the order, if there is
 * one.
 */
export const Contact = ({ orderId = '' }: { orderId?: string | undefined }) => {
  const { data: shop } = useShop()
  if (!shop) return null
  const about = /^[\w -]{1,40}$/.test(orderId) ? ` about order ${orderId}` : ''
  const text = `Hello, I have a question${about}.`
  return (
    <address className="contact">
      <a href={`https://wa.me/${shop.whatsapp}?text=${encodeURIComponent(text)}`}>
        WhatsApp {writtenPhone(shop.whatsapp)}
      </a>
      {shop.instagram && <a href={`https://instagram.com/${shop.instagram}`}>Instagram</a>}
      <a href={`mailto:${shop.supportEmail}`}>{shop.supportEmail}</a>
      <span>{shop.hours}</span>
    </address>
  )
}
