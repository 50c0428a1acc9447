import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const element = (tag: number, ...contents: Uint8Array[]): Buffer => {
  const content = Buffer.concat(contents)
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  const bytes = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...bytes]), content])
}
const sequence = (...contents: Uint8Array[]) => element(0x30, ...contents)
const hex = (text: string) => Buffer.from(text, 'hex')
const objectId = (text: string) => element(0x06, hex(text))

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))
const commonName = objectId('550403')
const subjectAltName = objectId('551d11')
const basicConstraints = objectId('551d13')
const loopback = element(0x87, hex('7f000001'))
const yes = element(0x01, hex('ff'))

const time = (date: Date) =>
  element(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))

/**
 * Makes a self-signed PEM certificate for one host and 127.0.0.1, for TLS servers in tests: X.509
 * (RFC 5280) in DER (X.690). It is valid from an hour ago, for two hours. Node cannot make
 * certificates.
 */
export const makeCertificate = (host: string): { certificate: string; key: string } => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(element(0x31, sequence(commonName, element(0x0c, Buffer.from(host)))))
  const dnsName = element(0x82, Buffer.from(host))
  const hour = 3_600_000
  const now = Date.now()
  const extensions = element(
    0xa3,
    sequence(
      sequence(basicConstraints, yes, element(0x04, sequence(yes))),
      sequence(subjectAltName, element(0x04, sequence(dnsName, loopback))),
    ),
  )
  const signed = sequence(
    element(0xa0, element(0x02, hex('02'))),
    element(0x02, hex('01'), randomBytes(8)),
    ecdsaWithSha256,
    name,
    sequence(time(new Date(now - hour)), time(new Date(now + hour))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  )
  const signature = element(0x03, hex('00'), sign('sha256', signed, privateKey))
  const certificate = sequence(signed, ecdsaWithSha256, signature)
  const lines = certificate.toString('base64').replace(/(.{64})(?=.)/g, '$1\n')
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
