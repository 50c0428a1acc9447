import { useEffect, useRef } from 'react'
import { Link, NavLink, Outlet, useLocation } from 'react-router-dom'
import { IconButton } from '../shared/icon-button.tsx'
import { CloseIcon, MenuIcon } from '../shared/icons.tsx'
import { paths } from '../shared/paths.ts'
import './public-layout.css'

const links = [
  { to: paths.confirmPayment, text: 'Confirm Payment' },
  { to: paths.terms, text: 'Terms & conditions' },
  { to: paths.trackOrder, text: 'Track your order' },
]

/** Header, menu and footer of what customers see. */
export const PublicLayout = () => (
  <div className="public">
    <a className="skip-link" href="#content">
      Skip to the content
    </a>
    <Header />
    <main id="content" className="public-content" tabIndex={-1}>
      <Outlet />
    </main>
  </div>
)

const Header = () => {
  const drawer = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: going elsewhere is what closes the drawer
  useEffect(() => drawer.current?.close(), [pathname])
  return (
    <header className="public-header">
      <Link to={paths.confirmPayment} className="public-brand">
        <img src="/icon.svg" width="32" height="32" alt="" />
        Strand
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
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself */}
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
        </div>
      </dialog>
    </header>
  )
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
