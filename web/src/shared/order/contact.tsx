import { writtenPhone } from '@strand/contracts/order/contact'
import { useShop } from '../server-state/use-shop.ts'

/**
 * How and when customers can reach the shop. The WhatsApp link opens a prepared message, which
 * names the order if `orderId` is given.
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
