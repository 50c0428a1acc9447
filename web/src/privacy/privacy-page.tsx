import { usePageTitle } from '../shared/navigation/use-page-title.ts'
import { useShop } from '../shared/server-state/use-shop.ts'
import { whatWeKeep } from './first-texts.ts'
import './privacy.css'

/** `/privacy`. */
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
        To check that your payment arrived, to deliver your order, and to write to you about it. We
        show it to nobody who does not need it for that, and we send no advertising.
      </p>
      <h2>How long</h2>
      <p>
        As long as we must be able to account for the order. If we archive an order before it is
        confirmed, we delete its proof of payment some months later.
      </p>
      <h2>Who sees it</h2>
      <p>
        Anyone who has the id of your order sees its status and its products, but only a few letters
        of your name and a few digits of your phone number. So keep the id to yourself.
      </p>
      <h2>How to have it erased</h2>
      <p>
        Write to {shop ? <a href={`mailto:${shop.supportEmail}`}>{shop.supportEmail}</a> : 'us'}{' '}
        with the id of your order. We then erase your personal data for good; what was bought and
        paid stays in our books without it.
      </p>
    </article>
  )
}
