import { logEndpoints } from '@strand/contracts/log-proof/log.endpoints'
import { fetchResponse } from '../shared/api/client.ts'
import { keysBefore } from './key-changes.ts'
import { asSigned, isSignedBy, parseCheckpoint, parseVerifierKey } from './note.ts'
import { readPublishedTile } from './published-tiles.ts'
import { type Comparison, compareHeads } from './tree.ts'

const longest = 100_000

export type KeptVerdict =
  /**
   * The file is not a checkpoint, belongs to another log, has no signature by a key of this log, or
   * cannot be checked in this browser.
   */
  | { kind: 'no-checkpoint' | 'other-log' | 'not-signed' | 'cannot-check' }
  | { kind: Comparison; kept: number; shown: number }

/**
 * Compares a checkpoint that someone saved earlier with the log as it is published now. Uses only
 * the public tiles, and rejects if they cannot be fetched.
 */
export const checkKept = async (file: Blob): Promise<KeptVerdict> => {
  if (file.size > longest) return { kind: 'no-checkpoint' }
  const note = asSigned(await file.text())
  const kept = parseCheckpoint(note)
  if (!kept) return { kind: 'no-checkpoint' }
  const newestNote = await textOf('getLogCheckpoint')
  const [key, newest] = [parseVerifierKey(await textOf('getLogKey')), parseCheckpoint(newestNote)]
  if (!key || !newest) return { kind: 'cannot-check' }
  if (kept.origin !== key.name) return { kind: 'other-log' }
  try {
    const keys = [key, ...(await keysBefore(await textOf('getLogKeyChanges'), key))]
    const signed = await Promise.all(keys.map((one) => isSignedBy(note, one)))
    if (!signed.includes(true)) return { kind: 'not-signed' }
    if (!(await isSignedBy(newestNote, key))) return { kind: 'unproven', ...sizesOf(kept, newest) }
  } catch {
    return { kind: 'cannot-check' }
  }
  return { kind: await compareHeads(readPublishedTile, kept, newest), ...sizesOf(kept, newest) }
}

const sizesOf = (kept: { size: number }, newest: { size: number }) => ({
  kept: kept.size,
  shown: newest.size,
})

const textOf = async (
  what: 'getLogKey' | 'getLogKeyChanges' | 'getLogCheckpoint',
): Promise<string> => {
  const answer = await fetchResponse(logEndpoints[what], { headers: { accept: 'text/plain' } })
  return answer.text()
}
