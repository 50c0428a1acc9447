import { readFile } from 'node:fs/promises'
import { BadSetting } from '@strand/event-sourcing/errors'
import { type Manifest, readPart } from '@strand/platform/backup/manifest'
import type { BackupStore } from '@strand/platform/backup/store'
import { secretKeys } from '@strand/platform/config'
import { z } from 'zod'

const secret = z.base64().refine((text) => Buffer.from(text, 'base64').length === 32)

const secrets = z.string().refine((text) => secretKeys.safeParse(text).success)

/** The secrets without which a backup cannot be read, by their settings' names, in Base64. */
const ShopSecrets = z.object({
  TOKEN_SECRET: secrets,
  PERSONAL_DATA_KEY: secrets,
  BANK_LINE_KEY: secret,
  LOG_SIGNING_KEY: secrets,
  LOG_WRITER_KEY: secret,
})
export type ShopSecrets = z.infer<typeof ShopSecrets>

/**
 * Reads the secrets from a separate file or, without one, from the backup. Throws `BadSetting` if
 * there are none.
 */
export const readBackupSecrets = async (
  { store, manifest }: { store: BackupStore; manifest: Manifest },
  file: string | undefined,
): Promise<ShopSecrets> => {
  if (file === undefined && manifest.secrets === undefined)
    throw new BadSetting(
      'The backup contains no secrets: pass the file that holds them with --keys',
    )
  const text = file
    ? await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
        throw new BadSetting(`The file ${file} cannot be read (${code})`)
      })
    : (await readPart(store, manifest, manifest.secrets ?? '')).toString()
  try {
    return ShopSecrets.parse(JSON.parse(text))
  } catch {
    throw new BadSetting('The file does not contain the five secrets of a shop')
  }
}
