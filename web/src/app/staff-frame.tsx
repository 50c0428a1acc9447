import { PrimeReactProvider } from 'primereact/api'
import { StaffGuard } from '../staff-shell/staff-guard.tsx'
import { StaffLayout } from '../staff-shell/staff-layout.tsx'

// Dialogs and menus appear without a transition, so that what a person keeps typing goes into them. PrimeReact
// creates its styles at run time; the page's content security policy allows those that have the server's nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce

/** The frame around every screen under /dashboard. */
export const StaffFrame = () => (
  <PrimeReactProvider value={{ cssTransition: false, ...(nonce && { nonce }) }}>
    <StaffGuard>
      <StaffLayout />
    </StaffGuard>
  </PrimeReactProvider>
)
