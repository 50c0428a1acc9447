import { parseArgs } from 'node:util'
import { BadSetting } from '@strand/event-sourcing/errors'
import { readSettings } from '@strand/platform/config'
import { isPostgresUrl } from '@strand/platform/postgres/is-postgres-url'
import { sharedSettings } from '@strand/platform/process/settings'
import { z } from 'zod'
import type { ShopUrls } from './restore-shop.ts'

/**
 * Reads `--name value` options, each at most once. Throws `BadSetting` for anything else.
 *
 * @param usage the message of that error
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

/** The given place of the backup; default: `BACKUP_URL`. */
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

const { DATABASE_URL, FILES_URL, EVENT_STORE_URL } = sharedSettings
const withLog = z.object({ '--log': EVENT_STORE_URL.optional() })
const withDatabase = withLog.extend({ '--into': DATABASE_URL, '--files': FILES_URL })

/**
 * The place to restore into: a folder, or a database and a place for files. Throws `BadSetting`.
 */
export const restorePlace = (given: {
  into?: string | undefined
  files?: string | undefined
  log?: string | undefined
}): { folder: string; eventStoreUrl: string | undefined } | ShopUrls => {
  const { into, files, log } = given
  if (into === undefined) throw new BadSetting(usages.restore)
  if (!isPostgresUrl(into))
    return { folder: into, eventStoreUrl: readSettings(withLog, { '--log': log })['--log'] }
  if (files === undefined) throw new BadSetting(usages.restore)
  const urls = readSettings(withDatabase, { '--into': into, '--files': files, '--log': log })
  const databaseUrl = urls['--into']
  return { databaseUrl, filesUrl: urls['--files'], eventStoreUrl: urls['--log'] ?? databaseUrl }
}
