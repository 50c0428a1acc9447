import { BadSetting } from '@strand/event-sourcing/errors'
import { type KeyRing, keyId } from '@strand/platform/crypto/key-ring'
import { openReferenceHmacs } from '@strand/platform/crypto/reference-hmac'
import { type RotationProgress, rotatePersonalKeys } from '@strand/platform/crypto/rotate-keys'
import { type ReferenceOptions, rotateReferences } from './rotate-references.ts'

const usage = 'Usage: npm run keys -- rotate'

type Options = Omit<ReferenceOptions, 'hmacsOfReference'> & {
  masterKey: KeyRing
  /** Called with lines about the progress, at most one per second. */
  write: (line: string) => void
}

/**
 * `rotate`: moves all personal data to the first key of `PERSONAL_DATA_KEY`, so that the other keys
 * can be removed. The shop keeps running, and an interrupted rotation can be repeated. Returns a
 * one-line summary. Throws `BadSetting` with a one-sentence message.
 */
export const keysCommand = async (args: string[], options: Options): Promise<string> => {
  const [command, ...rest] = args
  if (command !== 'rotate' || rest.length > 0) throw new BadSetting(usage)
  const { pool, masterKey, write } = options
  const keys = await rotatePersonalKeys(pool, masterKey, progressOf('personal keys', write))
  const orders = await rotateReferences(
    { ...options, hmacsOfReference: openReferenceHmacs(masterKey) },
    progressOf('orders with references', write),
  )
  const name = keyId(masterKey[0]).toString('hex')
  const done = `Everything now uses the first key of PERSONAL_DATA_KEY (${name}): ${keys} personal keys were wrapped again, and the references of ${orders} orders were stored again.`
  return masterKey.length === 1
    ? `${done} The setting has no other key: if this is the old one, put a new one in front of it and repeat this.`
    : `${done} You can now remove the keys behind it. If the old key is still the first one, put the new one in front and repeat this.`
}

const progressOf = (what: string, write: Options['write']): RotationProgress => {
  let last = 0
  return (done, of) => {
    const now = performance.now()
    if (done < of && last > 0 && now - last < 1_000) return
    last = now
    write(`${done} of ${of} ${what}`)
  }
}
