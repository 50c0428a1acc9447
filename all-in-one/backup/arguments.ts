import { parseArgs } from 'node:util'
import { BadSetting } from '@strand/platform/config'

/**
 * Reads `--name value` options, each given once at most.
 *
 * @param usage the whole message when something else was given
 */
export const readOptions = <Name extends string>(
  given: string[],
  names: readonly Name[],
  usage: string,
): { [N in Name]?: string } => {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  try {
    return parseArgs({ args: given, options }).values as { [N in Name]?: string }
  } catch {
    throw new BadSetting(usage)
  }
}

/** The place of the backup: what was given, else `BACKUP_URL`. */
export const backupPlace = (
  given: string | undefined,
  { BACKUP_URL }: { BACKUP_URL?: string | undefined },
  usage: string,
): string => {
  const place = given ?? BACKUP_URL
  if (place === undefined) throw new BadSetting(`${usage}, or set BACKUP_URL`)
  return place
}

export const usages = {
  backup: 'Usage: npm run backup -- --to FOLDER|s3:URL',
  restore:
    'Usage: npm run restore -- --from FOLDER|s3:URL --into FOLDER [--log esdb:URL] [--keys FILE] [--erasures NEWER-BACKUP]\n       npm run restore -- --from FOLDER|s3:URL --into postgres:URL --files file:|s3:URL [--log esdb:URL] [--keys FILE] [--erasures NEWER-BACKUP]',
  drill: 'Usage: npm run drill -- --from FOLDER|s3:URL [--keys FILE]',
}
