import { createCipheriv, createHash } from 'node:crypto'
import { Rejected } from '@strand/event-sourcing/errors'

/**
 * Rejects a PDF that needs a password to open, because nobody at the shop could read it. A PDF that
 * only forbids printing opens with an empty password and is accepted, and so is a PDF that cannot
 * be parsed. The bytes are streamed through; only those near a few keywords are kept.
 */
export async function* refuseLockedPdf(
  bytes: AsyncIterable<Uint8Array>,
  fileName: string,
): AsyncGenerator<Uint8Array> {
  const found = openWindows()
  for await (const chunk of bytes) {
    found.add(chunk)
    yield chunk
  }
  if (isLocked(found.end()))
    throw new Rejected(
      'invalid',
      `${fileName} asks for a password: please open it and send a screenshot, or save it without a password`,
    )
}

/** How many bytes around a keyword are kept: more than any encryption dictionary has. */
const around = 4_096
const maxWindows = 20
const words = ['/Standard', '/Adobe.PubSec', '/Encrypt']

const openWindows = () => {
  const windows: string[] = []
  let text = ''
  /** The offset up to which `text` has been searched. */
  let from = 0
  const look = (until: number) => {
    for (const word of words)
      for (
        let at = text.indexOf(word, from);
        at >= 0 && at < until;
        at = text.indexOf(word, at + 1)
      )
        // Beyond the maximum, the last windows are kept, because an updated file has its dictionary
        // at the end.
        if (windows.push(text.slice(Math.max(0, at - around), at + around)) > maxWindows)
          windows.shift()
    from = Math.max(from, until)
  }
  return {
    add: (chunk: Uint8Array) => {
      text += Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1')
      look(text.length - around)
      const unused = Math.max(0, from - around)
      text = text.slice(unused)
      from -= unused
    },
    end: () => {
      look(text.length)
      return windows
    },
  }
}

const isLocked = (windows: string[]): boolean => {
  if (!windows.some((text) => text.includes('/Encrypt'))) return false
  if (windows.some((text) => /\/Filter\s*\/Adobe\.PubSec/.test(text))) return true
  const id = windows.map(firstId).findLast((found) => found !== null) ?? Buffer.alloc(0)
  const dictionary = windows.map(encryptionOf).findLast((found) => found !== null)
  return dictionary ? !opensWithoutPassword(dictionary, id) : false
}

const firstId = (text: string): Buffer | null => {
  const at = text.lastIndexOf('/ID')
  const [value] = at < 0 ? [] : read(text, text.indexOf('[', at) + 1)
  return Buffer.isBuffer(value) ? value : null
}

type Value = Buffer | number | string | Map<string, Value> | null

type Encryption = {
  revision: number
  version: number
  /** In bits. */
  length: number
  permissions: number
  owner: Buffer
  user: Buffer
  isMetadataEncrypted: boolean
  /** Whether only the attachments are encrypted. */
  hasOpenPages: boolean
}

/** The dictionary around `/Filter /Standard`; null unless it is complete. */
const encryptionOf = (text: string): Encryption | null => {
  const at = text.search(/\/Filter\s*\/Standard/)
  if (at < 0) return null
  const object = Math.max(text.lastIndexOf('obj', at), text.lastIndexOf('/Encrypt', at))
  const [value] = read(text, text.indexOf('<<', Math.max(0, object)))
  if (!(value instanceof Map)) return null
  const [owner, user] = [value.get('O'), value.get('U')]
  const number = (name: string, otherwise: number) => {
    const found = value.get(name)
    return typeof found === 'number' ? found : otherwise
  }
  if (!Buffer.isBuffer(owner) || !Buffer.isBuffer(user)) return null
  return {
    revision: number('R', 0),
    version: number('V', 0),
    length: number('Length', 40),
    permissions: number('P', 0),
    owner,
    user,
    isMetadataEncrypted: value.get('EncryptMetadata') !== 'false',
    hasOpenPages: number('V', 0) >= 4 && (value.get('StmF') ?? '/Identity') === '/Identity',
  }
}

const blank = /[\0\t\n\f\r ]/
const endsWord = /[\0\t\n\f\r ()<>[\]{}/%]/

/**
 * Parses one PDF value, as far as an encryption dictionary needs, and returns the offset of its
 * end.
 */
const read = (text: string, start: number, depth = 0): [Value, number] => {
  let at = start
  while (at < text.length && blank.test(text.charAt(at))) at++
  if (text.startsWith('<<', at) && depth < 4) return readDictionary(text, at + 2, depth)
  if (text[at] === '<') {
    const end = text.indexOf('>', at)
    return end < 0
      ? [null, text.length]
      : [Buffer.from(text.slice(at + 1, end).replace(/\s/g, ''), 'hex'), end + 1]
  }
  if (text[at] === '(') return readString(text, at + 1)
  let end = at + 1
  while (end < text.length && !endsWord.test(text.charAt(end))) end++
  const word = text.slice(at, end)
  return [/^[+-]?\d+$/.test(word) ? Number(word) : word, end]
}

const readDictionary = (text: string, start: number, depth: number): [Value, number] => {
  const entries = new Map<string, Value>()
  let at = start
  let name: string | null = null
  while (at < text.length) {
    while (blank.test(text.charAt(at))) at++
    if (text.startsWith('>>', at)) return [entries, at + 2]
    const [value, end] = read(text, at, depth + 1)
    if (typeof value === 'string' && value.startsWith('/') && name === null) name = value.slice(1)
    else if (name !== null) {
      entries.set(name, value)
      name = null
    }
    at = end
  }
  return [null, at]
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

const readString = (text: string, start: number): [Value, number] => {
  let content = ''
  let open = 1
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '\\') {
      const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4))?.[0]
      const next = text.charAt(at + 1)
      if (octal) content += String.fromCharCode(Number.parseInt(octal, 8) & 255)
      // A line end after a backslash only wraps the text.
      else if (next !== '\n' && next !== '\r') content += escapes[next] ?? next
      at += octal?.length ?? (next === '\r' && text[at + 2] === '\n' ? 2 : 1)
      continue
    }
    if (character === '(') open++
    if (character === ')') open--
    if (open === 0) return [Buffer.from(content, 'latin1'), at + 1]
    content += character
  }
  return [null, text.length]
}

/** ISO 32000-2, 7.6.4: whether the empty password is the user password, or none is needed. */
const opensWithoutPassword = (dictionary: Encryption, id: Buffer): boolean => {
  const { revision, user, hasOpenPages } = dictionary
  if (hasOpenPages) return true
  if (revision >= 5) {
    const salt = user.subarray(32, 40)
    const hash = revision === 5 ? digest('sha256', salt) : hashOfRevision6(salt)
    return hash.equals(user.subarray(0, 32))
  }
  if (revision < 2) return true
  const key = keyOf(dictionary, id)
  if (revision === 2) return rc4(key, padding).equals(user.subarray(0, 32))
  let check = rc4(key, digest('md5', Buffer.concat([padding, id])))
  for (let round = 1; round <= 19; round++)
    check = rc4(
      key.map((byte) => byte ^ round),
      check,
    )
  return check.equals(user.subarray(0, 16))
}

/**
 * The bytes that fill a password up to its full length. The empty password consists only of these
 * bytes.
 */
const padding = Buffer.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
  'hex',
)

const digest = (algorithm: string, ...parts: Uint8Array[]): Buffer => {
  const hash = createHash(algorithm)
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const keyOf = (dictionary: Encryption, id: Buffer): Buffer => {
  const { revision, version, length, permissions, owner, isMetadataEncrypted } = dictionary
  const bits = revision === 2 ? 40 : version === 4 ? 128 : length
  const bytes = Math.min(16, Math.max(5, bits >> 3))
  const flags = Buffer.alloc(4)
  flags.writeInt32LE(permissions | 0)
  const open = revision >= 4 && !isMetadataEncrypted ? Buffer.alloc(4, 255) : Buffer.alloc(0)
  let key = digest('md5', padding, owner.subarray(0, 32), flags, id, open).subarray(0, bytes)
  if (revision >= 3)
    for (let round = 0; round < 50; round++) key = digest('md5', key).subarray(0, bytes)
  return key
}

/** OpenSSL no longer offers RC4. */
const rc4 = (key: Uint8Array, content: Uint8Array): Buffer => {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (i: number, j: number) => {
    const one = state[i] ?? 0
    state[i] = state[j] ?? 0
    state[j] = one
  }
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  let [i, j] = [0, 0]
  return Buffer.from(
    content.map((byte) => {
      i = (i + 1) & 255
      j = (j + (state[i] ?? 0)) & 255
      swap(i, j)
      return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0)
    }),
  )
}

/** Algorithm 2.B for an empty password. */
const hashOfRevision6 = (salt: Buffer): Buffer => {
  let key = digest('sha256', salt)
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32))
    cipher.setAutoPadding(false)
    const mixed = cipher.update(Buffer.concat(Array<Buffer>(64).fill(key)))
    const rest = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = digest(['sha256', 'sha384', 'sha512'][rest] ?? 'sha256', mixed)
    last = mixed.at(-1) ?? 0
  }
  return key.subarray(0, 32)
}
