import { hash } from 'node:crypto'

export const hashBytes = 32

export const sha256 = (bytes: string | Uint8Array): Buffer => hash('sha256', bytes, 'buffer')

export const sha256Hex = (bytes: string | Uint8Array): string => hash('sha256', bytes, 'hex')

export const emptyRoot = sha256('')

/** The hash of a leaf's text (RFC 6962 section 2.1). */
export const leafHash = (leaf: string): Buffer => sha256(`\0${leaf}`)

export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => {
  const bytes = Buffer.allocUnsafe(1 + 2 * hashBytes)
  bytes[0] = 1
  bytes.set(left, 1)
  bytes.set(right, 1 + hashBytes)
  return sha256(bytes)
}

export const countHashes = (hashes: Uint8Array): number => hashes.length / hashBytes

export const hashAt = (hashes: Buffer, place: number): Buffer =>
  hashes.subarray(place * hashBytes, (place + 1) * hashBytes)

/** The largest power of two smaller than `n`, which must be at least 2. */
export const splitOf = (n: number): number => 2 ** Math.ceil(Math.log2(n) - 1)

/** The Merkle tree hash over consecutive hashes of one level (RFC 6962 section 2.1). */
export const rootOf = (hashes: Buffer): Buffer => {
  const n = countHashes(hashes)
  if (n === 0) return emptyRoot
  if (n === 1) return hashes
  const left = splitOf(n) * hashBytes
  return nodeHash(rootOf(hashes.subarray(0, left)), rootOf(hashes.subarray(left)))
}
