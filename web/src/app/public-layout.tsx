import { type RefObject, useEffect, useRef } from 'react'
import {
  Link,
  NavLink,
  Outlet,
  useLocation,
  useMatch,
  useNavigationType,
  useSearchParams,
} from 'react-router-dom'
import { IconButton } from '../shared/buttons/icon-button.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { Contact } from '../shared/order/contact.tsx'
import { Trust } from '../shared/order/trust.tsx'
import { useShop, useShopName } from '../shared/server-state/use-shop.ts'
import { CloseIcon, MenuIcon } from '../shared/style/icons.tsx'
import './public-layout.css'

const links = [
  { to: paths.confirmPayment, text: 'Confirm Payment' },
  { to: paths.terms, text: 'Terms & conditions' },
  { to: paths.trackOrder, text: 'Track your order' },
]

export const PublicLayout = () => {
  const content = useRef<HTMLElement>(null)
  useArrival(content)
  const { isLoading } = useShop()
  return (
    <div className="public">
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <Header />
      <main ref={content} id="content" className="public-content" tabIndex={-1}>
        <Outlet />
      </main>
      {/* The footer is hidden until the shop's details arrive, because a growing footer would move
          the content. */}
      <footer className="public-footer" hidden={isLoading}>
        <ContactHere />
        <Link to={paths.privacy}>Privacy</Link>
        <Trust />
      </footer>
    </div>
  )
}

/**
 * Scrolls each new screen to the top, and moves the focus to it. After Back, the browser restores
 * the scroll position itself.
 */
const useArrival = (content: RefObject<HTMLElement | null>) => {
  const { pathname, hash } = useLocation()
  const going = useNavigationType()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (going !== 'POP' && hash === '') window.scrollTo({ top: 0 })
    content.current?.focus({ preventScroll: true })
  }, [content, pathname, hash, going])
}

const Header = () => {
  const drawer = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  const name = useShopName()
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigating closes the drawer
  useEffect(() => {
    drawer.current?.close()
  }, [pathname])
  return (
    <header className="public-header">
      <Link to={paths.confirmPayment} className="public-brand" aria-label={name ?? 'Start'}>
        <img src="/icon.svg" width="32" height="32" alt="" />
        {name}
      </Link>
      <nav className="public-links" aria-label="Main">
        <Links />
      </nav>
      <IconButton
        label="Open the menu"
        className="public-menu"
        aria-haspopup="dialog"
        onClick={() => drawer.current?.showModal()}
      >
        <MenuIcon />
      </IconButton>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: browsers close a dialog on Escape */}
      <dialog
        ref={drawer}
        className="public-drawer"
        aria-label="Menu"
        onClick={(event) => event.target === drawer.current && drawer.current.close()}
      >
        <div className="public-drawer-inside">
          <IconButton label="Close the menu" onClick={() => drawer.current?.close()}>
            <CloseIcon />
          </IconButton>
          <nav aria-label="Main">
            <Links />
          </nav>
          <ContactHere />
        </div>
      </dialog>
    </header>
  )
}

/** Says how to reach the shop. If the URL names an order, the prepared message names it, too. */
const ContactHere = () => {
  const [search] = useSearchParams()
  const { orderId } = useMatch(paths.orderHistory)?.params ?? {}
  return <Contact orderId={orderId ?? search.get('id') ?? ''} />
}

const Links = () => (
  <ul>
    {links.map(({ to, text }) => (
      <li key={to}>
        <NavLink to={to}>{text}</NavLink>
      </li>
    ))}
  </ul>
)
