import type { OwnFactors } from '@strand/contracts/accounts/second-factor'
import { secondFactorEndpoints } from '@strand/contracts/accounts/second-factor.endpoints'
import { useState } from 'react'
import { callOnce } from '../../shared/api/call-once.ts'
import { call } from '../../shared/api/client.ts'
import { Button } from '../../shared/buttons/button.tsx'
import { LoadFailed } from '../../shared/feedback/load-failed.tsx'
import { RelativeTime } from '../../shared/format/relative-time.tsx'
import { hasPasskeys } from '../../shared/second-factor/passkey.ts'
import { AddFactor, CodesDialog } from './add-factor.tsx'
import { useOwnFactors } from './own-factors.ts'
import { PasswordDialog } from './password-dialog.tsx'
import './profile.css'

type Factor = { id: string; name: string; createdat: string; usedat?: string | null }
type Open = 'totp' | 'passkey' | 'codes' | Factor | { codes: string[] } | null

const factorsIn = ({ totp, passkeys }: OwnFactors): Factor[] => [
  ...(totp ? [{ id: 'totp', name: 'Authenticator app', createdat: totp.createdat }] : []),
  ...passkeys.map(({ passkeyid, ...passkey }) => ({ id: passkeyid, ...passkey })),
]

export const SecondFactorSection = () => {
  const query = useOwnFactors()
  const { data } = query
  const [open, setOpen] = useState<Open>(null)
  if (!data) return query.isError && <LoadFailed what="Your second factor" query={query} />
  const factors = factorsIn(data)
  return (
    <section className="form-card profile-section" aria-labelledby="second-factor">
      <h2 id="second-factor">Second factor</h2>
      <p className="muted">
        {factors.length > 0
          ? `Asked for after your password. ${data.recoveryCodes} of 10 recovery codes are left.`
          : 'Asked for in addition to your password, so that someone who learns your password still can’t sign in.'}
        {data.required && ' This shop requires one.'}
      </p>
      <ul className="profile-list">
        {factors.map((factor) => (
          <li key={factor.id}>
            <span>
              {factor.name}
              <span className="muted profile-when">
                added <RelativeTime at={factor.createdat} />
                {factor.usedat && (
                  <>
                    , used <RelativeTime at={factor.usedat} />
                  </>
                )}
              </span>
            </span>
            <Button size="small" onClick={() => setOpen(factor)}>
              Remove<span className="for-screen-readers"> {factor.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <div className="form-buttons">
        {!data.totp && <Button onClick={() => setOpen('totp')}>Add an authenticator app</Button>}
        {data.methods.includes('passkey') && hasPasskeys() && (
          <Button onClick={() => setOpen('passkey')}>Add a passkey</Button>
        )}
        {factors.length > 0 && <Button onClick={() => setOpen('codes')}>New recovery codes</Button>}
      </div>
      <OpenDialog open={open} setOpen={setOpen} />
    </section>
  )
}

const OpenDialog = ({ open, setOpen }: { open: Open; setOpen: (open: Open) => void }) => {
  const onClose = () => setOpen(null)
  if (open === null) return null
  if (open === 'totp' || open === 'passkey') return <AddFactor method={open} onClose={onClose} />
  if (open === 'codes')
    return (
      <PasswordDialog
        title="New recovery codes"
        text="Make new codes"
        success="Updated"
        send={(password) =>
          callOnce(secondFactorEndpoints.renewRecoveryCodes, { body: { password } })
        }
        onDone={({ recoveryCodes = [] }) => setOpen({ codes: recoveryCodes })}
        onClose={onClose}
      >
        <p>Your current codes stop working.</p>
      </PasswordDialog>
    )
  if ('codes' in open) return <CodesDialog codes={open.codes} onClose={onClose} />
  const { id: factorid, name } = open
  return (
    <PasswordDialog
      title={`Remove: ${name}`}
      text="Remove"
      success="Removed"
      send={(password) =>
        call(secondFactorEndpoints.removeFactor, { params: { factorid }, body: { password } })
      }
      onDone={onClose}
      onClose={onClose}
    />
  )
}
