import { z } from 'zod'
import { givenText, identifier } from '../text.ts'

/** WebAuthn's JSON types (level 3, section 5.1), with only the fields that this shop uses. */
const bytes = (maximum: number) => identifier(maximum).regex(/^[\w-]*$/, 'Expected base64url')
const type = z.literal('public-key')
const Transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
const Known = z.object({ id: givenText, type, transports: z.array(Transport).default([]) })
const Wish = z.enum(['required', 'preferred', 'discouraged'])

/** The options of `navigator.credentials.create`. */
export const PasskeyCreation = z.object({
  rp: z.object({ id: givenText, name: givenText }),
  user: z.object({ id: givenText, name: givenText, displayName: givenText }),
  challenge: givenText,
  pubKeyCredParams: z.array(z.object({ type, alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(Known),
  authenticatorSelection: z.object({ residentKey: Wish, userVerification: Wish }),
  attestation: z.literal('none'),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

/** The options of `navigator.credentials.get`. */
export const PasskeyRequest = z.object({
  challenge: givenText,
  rpId: givenText,
  timeout: z.int(),
  allowCredentials: z.array(Known),
  userVerification: Wish,
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

const credential = { id: bytes(1400).min(1), rawId: bytes(1400).min(1), type }

/** The browser's answer to `PasskeyCreation`. */
export const NewPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(8000),
    attestationObject: bytes(20_000),
    transports: z.array(Transport).max(10).default([]),
  }),
})
export type NewPasskey = z.infer<typeof NewPasskey>

/** The browser's answer to `PasskeyRequest`. */
export const PasskeyProof = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(8000),
    authenticatorData: bytes(8000),
    signature: bytes(8000),
  }),
})
export type PasskeyProof = z.infer<typeof PasskeyProof>
