import type { KeyRing } from '@strand/platform/crypto/key-ring'
import { type LinkedFile, linkMinutes, signLink } from '@strand/platform/crypto/signed-link'

/** Signed links to proof files, separated by commas. They expire after 15 minutes. */
export const proofLinks = (
  files: readonly LinkedFile[],
  { secret, now }: { secret: KeyRing; now: Date },
): string => {
  const expires = new Date(now.getTime() + linkMinutes * 60_000)
  return files
    .map(({ key, type, name = '' }) => signLink({ key, type, name, secret, expires }))
    .join(',')
}
