import { usePageTitle } from '../../shared/navigation/use-page-title.ts'
import { useShop } from '../../shared/server-state/use-shop.ts'
import { whatWeKeep } from './first-texts.ts'
import './privacy.css'

export const PrivacyPage = () => {
  usePageTitle('Privacy')
  const { data: shop } = useShop()
  return (
    <article className="privacy">
      <h1>Privacy</h1>
      <h2>What we keep</h2>
      <p>{whatWeKeep}</p>
      <h2>Why</h2>
      <p>
        To check that your payment arrived, to deliver your order, and to write to you about it.
        Only people who need it for that see it, and we send no advertising.
      </p>
      <h2>How long</h2>
      <p>
        As long as we need it to account for the order. If we archive an order before it is
        confirmed, we delete its proof of payment some months later.
      </p>
      <h2>Who sees it</h2>
      <p>
        Anyone who has your order id can see the order’s status and products, but only a few letters
        of your name and a few digits of your phone number. So keep the id to yourself.
      </p>
      <h2>How to have it erased</h2>
      <p>
        Write to {shop ? <a href={`mailto:${shop.supportEmail}`}>{shop.supportEmail}</a> : 'us'}{' '}
        with your order id. We then erase your personal data for good; what was bought and paid
        stays in our books without it.
      </p>
    </article>
  )
}
