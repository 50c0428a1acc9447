import type { Enrolment } from '@strand/contracts/accounts/second-factor'
import { CopyButton } from '../buttons/copy-button.tsx'
import { QrCode } from '../format/qr-code.tsx'
import './second-factor.css'

/**
 * The secret for an authenticator app: as a QR code to scan, a link to open on the same phone, and
 * text to type.
 */
export const TotpSecret = ({ secret, uri }: NonNullable<Enrolment['totp']>) => (
  <div className="totp-secret">
    <QrCode text={uri} label="QR code for an authenticator app" margin={4} className="totp-code" />
    <p>
      Scan this with an authenticator app. On this phone, <a href={uri}>open the app</a>, or type
      the key:
    </p>
    <p className="totp-key">
      <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      <CopyButton text={secret} what="The key" />
    </p>
  </div>
)
