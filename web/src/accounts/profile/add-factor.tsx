import type {
  RecoveryCodes as Added,
  Enrolment,
  FactorMethod,
  FinishEnrolment,
} from '@strand/contracts/accounts/second-factor'
import { secondFactorEndpoints } from '@strand/contracts/accounts/second-factor.endpoints'
import { dayInWords } from '@strand/contracts/day-words'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { callOnce } from '../../shared/api/call-once.ts'
import { call } from '../../shared/api/client.ts'
import { Modal } from '../../shared/dialogs/modal.tsx'
import { toast } from '../../shared/feedback/toast.ts'
import { today } from '../../shared/format/day.ts'
import { CodeEntry } from '../../shared/second-factor/code-form.tsx'
import { createPasskey } from '../../shared/second-factor/passkey.ts'
import { RecoveryCodes } from '../../shared/second-factor/recovery-codes.tsx'
import { TotpSecret } from '../../shared/second-factor/totp-secret.tsx'
import { ownFactorsKey } from './own-factors.ts'
import { PasswordDialog } from './password-dialog.tsx'

const titles = { totp: 'Add an authenticator app', passkey: 'Add a passkey' }

const begin = (method: FactorMethod, password: string) =>
  call(secondFactorEndpoints.beginEnrolment, { body: { method, password } })

const finish = (body: z.input<typeof FinishEnrolment>) =>
  callOnce(secondFactorEndpoints.finishEnrolment, { body })

/**
 * Creates the passkey as soon as the button is pressed, because browsers open their passkey dialog
 * only in response to a press.
 */
const addPasskey = async (password: string) => {
  const offer = await begin('passkey', password)
  const name = `Passkey of ${dayInWords(today())}`
  return finish({ challenge: offer.challenge, credential: await createPasskey(offer), name })
}

/**
 * Asks for the password, then sets up the factor. After the user's first factor, also shows
 * recovery codes.
 */
export const AddFactor = ({ method, onClose }: { method: FactorMethod; onClose: () => void }) => {
  const client = useQueryClient()
  const [offer, setOffer] = useState<Enrolment>()
  const [codes, setCodes] = useState<string[]>()
  const onAdded = ({ responseMessage, recoveryCodes }: z.output<typeof Added>) => {
    toast.success({ title: 'Added', text: responseMessage })
    void client.invalidateQueries({ queryKey: ownFactorsKey })
    if (recoveryCodes) setCodes(recoveryCodes)
    else onClose()
  }
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />
  if (offer?.totp)
    return (
      <Modal title={titles.totp} onClose={onClose}>
        <TotpSecret {...offer.totp} />
        <CodeEntry
          text="Confirm"
          situation="account"
          send={(code) => finish({ challenge: offer.challenge, code })}
          onSuccess={onAdded}
        />
      </Modal>
    )
  const shared = { title: titles[method], text: 'Continue', onClose }
  return method === 'totp' ? (
    <PasswordDialog {...shared} send={(password) => begin('totp', password)} onDone={setOffer} />
  ) : (
    <PasswordDialog {...shared} send={addPasskey} onDone={onAdded} />
  )
}

export const CodesDialog = ({ codes, onClose }: { codes: string[]; onClose: () => void }) => (
  <Modal title="Recovery codes" onClose={onClose}>
    <RecoveryCodes codes={codes} onDone={onClose} />
  </Modal>
)
