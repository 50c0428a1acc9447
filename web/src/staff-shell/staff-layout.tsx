import { Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router-dom'
import { reloadWhenBack } from '../shared/browser/reload-when-back.ts'
import { useMediaQuery } from '../shared/browser/use-media-query.ts'
import { useRememberedSwitch } from '../shared/browser/use-remembered-switch.ts'
import { IconButton } from '../shared/buttons/icon-button.tsx'
import { ErrorBoundary } from '../shared/feedback/error-boundary.tsx'
import { restoreToasts } from '../shared/feedback/kept-toasts.ts'
import { ScreenOutline } from '../shared/feedback/screen-outline.tsx'
import { toasts } from '../shared/feedback/toast.ts'
import { paths } from '../shared/navigation/paths.ts'
import { classNames } from '../shared/style/class-names.ts'
import { CloseIcon, MenuIcon } from '../shared/style/icons.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Finder } from './finder.tsx'
import { MailNotices, NewOrdersAnnouncer, SessionNotice, StaffNotices } from './notices.tsx'
import { SideMenu } from './side-menu.tsx'
import './staff-layout.css'
import './side-menu.css'

/**
 * From this width (lg) on, the menu has its own column. On narrower screens, it opens over the
 * page.
 */
const wide = '(min-width: 62rem)'

export const StaffLayout = () => {
  const [collapsed, setCollapsed] = useRememberedSwitch('strand.menu-collapsed', false)
  const isWide = useMediaQuery(wide)
  const drawer = useRef<HTMLDialogElement>(null)
  useEffect(restoreToasts, [])
  const closeDrawer = () => drawer.current?.close()
  const screen = useScreen()
  const main = useFocusOnNewScreen(screen)
  useFailuresEndWithScreen(screen)

  const toggle = () => {
    if (isWide) setCollapsed(!collapsed)
    else drawer.current?.showModal()
  }
  return (
    <div className={classNames('staff', (collapsed || !isWide) && 'staff-collapsed')}>
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <aside className="staff-side" aria-label="Menu">
        <Brand />
        <SideMenu />
      </aside>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: browsers close a dialog on Escape */}
      <dialog
        ref={drawer}
        className="staff-drawer"
        aria-label="Menu"
        onClick={(event) => event.target === drawer.current && closeDrawer()}
      >
        <div className="staff-drawer-top">
          <Brand />
          <IconButton label="Close the menu" onClick={closeDrawer}>
            <CloseIcon />
          </IconButton>
        </div>
        <SideMenu onNavigate={closeDrawer} />
      </dialog>
      <header className="staff-header">
        <IconButton
          label="Menu"
          aria-expanded={isWide ? !collapsed : undefined}
          aria-haspopup={isWide ? undefined : 'dialog'}
          onClick={toggle}
        >
          <MenuIcon />
        </IconButton>
        <Finder />
        <AccountMenu />
      </header>
      <main ref={main} id="content" className="staff-content" tabIndex={-1}>
        <MailNotices />
        <StaffNotices />
        <CurrentScreen />
      </main>
      <NewOrdersAnnouncer />
      <SessionNotice />
    </div>
  )
}

const ReloadWhenBack = () => {
  useEffect(reloadWhenBack, [])
  return null
}

/** A failed screen leaves the menu usable. */
const CurrentScreen = () => (
  <ErrorBoundary key={useLocation().pathname} more={<ReloadWhenBack />}>
    <Suspense fallback={<ScreenOutline />}>
      <Outlet />
    </Suspense>
  </ErrorBoundary>
)

const Brand = () => (
  <Link to={paths.orders} className="staff-brand">
    <img src="/icon.svg" width="32" height="32" alt="" />
    <span className="staff-brand-name">Strand</span>
  </Link>
)

/**
 * A name that changes when the user goes to another screen. The review queue and the statement
 * import count as separate screens; tabs, pages and filters do not.
 */
const useScreen = (): string => {
  const { pathname, search } = useLocation()
  return `${pathname} ${new URLSearchParams(search).get('view') ?? ''}`
}

/** Moves the focus to each new screen, so that the keyboard and screen readers start at its top. */
const useFocusOnNewScreen = (screen: string) => {
  const main = useRef<HTMLElement>(null)
  const shown = useRef<string | null>(null)
  useEffect(() => {
    if (shown.current !== null && shown.current !== screen) {
      const hasFocus = document.activeElement?.closest('main') ?? null
      if (hasFocus === null || document.activeElement === main.current)
        main.current?.focus({ preventScroll: true })
      window.scrollTo(0, 0)
    }
    shown.current = screen
  }, [screen])
  return main
}

/**
 * Dismisses toasts about failures when the user leaves the screen. Other toasts stay, because many
 * appear while the app goes to the next screen.
 */
const useFailuresEndWithScreen = (screen: string) => {
  // In a layout effect, because its cleanup runs before the effects of the next screen, which may
  // show failures of their own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new screen dismisses them
  useLayoutEffect(
    () => () => toasts.set(toasts.get().filter(({ kind }) => kind !== 'failure')),
    [screen],
  )
}
