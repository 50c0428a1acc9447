import { createHash } from 'node:crypto'
import { openNote, type Signer, signNote, type Verifier } from '@strand/log-proof/note'

// The signed note beside a release's archive, in the format of the log's checkpoints:
// c2sp.org/signed-note.

/** The signed facts about an archive: its file name, its commit and its hash. */
type Release = { file: string; commit: string; sha256: string }

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const firstLine = 'strand release'

export const signRelease = ({ file, commit, sha256 }: Release, signer: Signer): string =>
  signNote(`${firstLine}\n${file}\n${commit}\n${sha256}\n`, signer)

const readRelease = (text: string): Release | null => {
  const [first, file = '', commit = '', sha256 = '', end, ...rest] = text.split('\n')
  const isRelease =
    first === firstLine &&
    file !== '' &&
    /^[0-9a-f]{40}$/.test(commit) &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    end === '' &&
    rest.length === 0
  return isRelease ? { file, commit, sha256 } : null
}

/** The release that a note describes, or why the archive is not the signed one. */
export const checkRelease = (
  { file, bytes }: { file: string; bytes: Buffer },
  note: string,
  key: Verifier,
): Release | string => {
  const text = openNote(note, key)
  if (text === null) return `The key ${key.name} has not signed this note`
  const release = readRelease(text)
  if (release === null) return `The key ${key.name} signed a note that is not for a release`
  if (release.file !== file) return `The note is for ${release.file}, not for ${file}`
  if (release.sha256 !== sha256Of(bytes))
    return `${file} is not the file that was signed: its SHA-256 is ${sha256Of(bytes)}, and the note says ${release.sha256}`
  return release
}
