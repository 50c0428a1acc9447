import { PrimeReactProvider } from 'primereact/api'
import { StaffGuard } from '../staff-shell/staff-guard.tsx'
import { StaffLayout } from '../staff-shell/staff-layout.tsx'

// Windows and menus are there at once: a person who types on must not type past them.
// PrimeReact makes its styles at run time; the page's policy lets in those with the server's nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce

/** What stands around every screen under /dashboard. */
export const StaffFrame = () => (
  <PrimeReactProvider value={{ cssTransition: false, ...(nonce && { nonce }) }}>
    <StaffGuard>
      <StaffLayout />
    </StaffGuard>
  </PrimeReactProvider>
)
