import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { PasskeyCreation, PasskeyRequest } from '@strand/contracts/accounts/passkey'

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest()

/** The part of CBOR (RFC 8949) that an attestation of kind `none` and an ES256 key need. */
const head = (kind: number, size: number) =>
  size < 24
    ? Buffer.of((kind << 5) | size)
    : size < 256
      ? Buffer.of((kind << 5) | 24, size)
      : Buffer.of((kind << 5) | 25, size >> 8, size & 255)
const number = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)])
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const map = (...entries: [Buffer, Buffer][]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()])

const coseKey = (key: KeyObject) => {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return map(
    [number(1), number(2)],
    [number(3), number(-7)],
    [number(-1), number(1)],
    [number(-2), bytes(Buffer.from(x, 'base64url'))],
    [number(-3), bytes(Buffer.from(y, 'base64url'))],
  )
}

const present = 0x01
const withKey = 0x40

/** A security key in a browser that claims to be at `origin`. */
export const softAuthenticator = (origin: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  const credential = { id, rawId: id, type: 'public-key' as const }
  let counter = 0

  const authenticatorData = (rpId: string, flags: number, rest = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.of(flags), count, rest])
  }
  const clientData = (type: string, challenge: string, at: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))

  return {
    create: ({ challenge, rp }: PasskeyCreation, at = origin) => {
      const size = Buffer.of(0, credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), size, credentialId, coseKey(publicKey)])
      const data = authenticatorData(rp.id, present | withKey, attested)
      const object = map(
        [text('fmt'), text('none')],
        [text('attStmt'), map()],
        [text('authData'), bytes(data)],
      )
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, at).toString('base64url'),
          attestationObject: object.toString('base64url'),
          transports: ['usb'],
        },
      }
    },
    get: ({ challenge, rpId }: Pick<PasskeyRequest, 'challenge' | 'rpId'>, at = origin) => {
      counter++
      const data = authenticatorData(rpId, present)
      const client = clientData('webauthn.get', challenge, at)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
    /** Sets the counter back, as if a copy of the key from that time were used. */
    setCounter: (value: number) => {
      counter = value
    },
  }
}
