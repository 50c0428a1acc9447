import type { Manifest } from '@strand/platform/backup/manifest'

export const summaryOf = ({ log, sums, files }: Manifest): string =>
  `${log.events} events, root ${log.root}, ${sums.orders ?? 0} orders worth ₦${sums.naira ?? 0}, ${files.count} files`

/**
 * Prints the backup's summary. Sets the exit code 1 if files that the shop refers to are missing.
 */
export const sayBackedUp = (manifest: Manifest, indent = ''): void => {
  process.stdout.write(`${indent}Backed up as of ${manifest.at}: ${summaryOf(manifest)}\n`)
  const { kept = 0, lost = 0 } = manifest.files.missing ?? {}
  if (kept + lost === 0) return
  process.exitCode = 1
  process.stderr.write(
    `Files of orders and products missing at FILES_URL: ${kept + lost}. Of these, the backup has and keeps: ${kept}. Correct FILES_URL, or copy the files back from the backup’s folder files/\n`,
  )
}
