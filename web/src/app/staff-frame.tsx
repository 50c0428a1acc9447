import { PrimeReactProvider } from 'primereact/api'
import { StaffGuard } from '../staff-shell/staff-guard.tsx'
import { StaffLayout } from '../staff-shell/staff-layout.tsx'

// Dialogs and menus open without a transition, so that keys typed right after opening reach them.
// PrimeReact creates its styles at run time; the content security policy allows styles with the
// server's nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce

export const StaffFrame = () => (
  <PrimeReactProvider value={{ cssTransition: false, ...(nonce && { nonce }) }}>
    <StaffGuard>
      <StaffLayout />
    </StaffGuard>
  </PrimeReactProvider>
)
