import { checkpointText } from '@strand/log-proof/checkpoint'
import { parseVerifierKey, signerOf, signNote, verifierKey } from '@strand/log-proof/note'
import { expect, test } from 'vitest'
import { checkRelease, sha256Of, signRelease } from './note.ts'

const signer = signerOf('strand-release', Buffer.alloc(32, 7))
const key = parseVerifierKey(verifierKey(signer))
const archive = { file: 'strand-0.2.0.tar.gz', bytes: Buffer.from('the archive') }
const release = { file: archive.file, commit: 'a'.repeat(40), sha256: sha256Of(archive.bytes) }
const note = signRelease(release, signer)

test('the archive that the key signed is accepted', () => {
  expect(checkRelease(archive, note, key)).toEqual(release)
})

const other = signerOf('strand-release', Buffer.alloc(32, 8))
const head = { origin: signer.name, size: 1, root: Buffer.alloc(32) }

test.each([
  ['another archive', { ...archive, bytes: Buffer.from('another') }, note, 'is not the file'],
  [
    'an older archive under a new name',
    { ...archive, file: 'strand-0.3.0.tar.gz' },
    note,
    'The note is for strand-0.2.0.tar.gz',
  ],
  ['a note of another key', archive, signRelease(release, other), 'has not signed'],
  ['a note that was changed', archive, note.replace('aaaa', 'bbbb'), 'has not signed'],
  ['a text without a signature', archive, 'strand release\n', 'has not signed'],
  ['a checkpoint of the log', archive, signNote(checkpointText(head), signer), 'not for a release'],
])('%s is refused', (_, given, signed, why) => {
  expect(checkRelease(given, signed, key)).toContain(why)
})
