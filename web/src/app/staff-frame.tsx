import { PrimeReactProvider } from 'primereact/api'
import { StaffGuard } from '../staff-shell/staff-guard.tsx'
import { StaffLayout } from '../staff-shell/staff-layout.tsx'

// PrimeReact makes its styles at run time; the page's policy lets in those with the server's nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce

/** What stands around every screen under /dashboard. */
export const StaffFrame = () => (
  <PrimeReactProvider value={nonce ? { nonce } : {}}>
    <StaffGuard>
      <StaffLayout />
    </StaffGuard>
  </PrimeReactProvider>
)
