import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { BadSetting } from '@strand/event-sourcing/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { readSettings, secretKey, secretKeys } from '@strand/platform/config'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import { serverSettings, sharedSettings, shopSettings } from '@strand/platform/process/settings'
import { signInSettings, wholeProvider } from '@strand/platform/process/sign-in-settings'
import { z } from 'zod'

const schema = z
  .object({
    ...serverSettings,
    ...shopSettings,
    ...sharedSettings,
    ...signInSettings,
    LOG_LEVEL: serverSettings.LOG_LEVEL.removeDefault().default('warn'),
    DATA_DIR: z.string(),
    BACKUP_URL: sharedSettings.BACKUP_URL,
    DATABASE_URL: sharedSettings.DATABASE_URL.optional(),
    EVENT_STORE_URL: sharedSettings.EVENT_STORE_URL.optional(),
    QUEUE_URL: sharedSettings.QUEUE_URL.optional(),
    FILES_URL: sharedSettings.FILES_URL.optional(),
    MAIL_URL: sharedSettings.MAIL_URL.optional(),
    PUBLIC_URL: sharedSettings.PUBLIC_URL.optional(),
    TOKEN_SECRET: sharedSettings.TOKEN_SECRET.optional(),
    PERSONAL_DATA_KEY: sharedSettings.PERSONAL_DATA_KEY.optional(),
    BANK_LINE_KEY: sharedSettings.BANK_LINE_KEY.optional(),
    LOG_SIGNING_KEY: sharedSettings.LOG_SIGNING_KEY.optional(),
    LOG_WRITER_KEY: sharedSettings.LOG_WRITER_KEY.optional(),
  })
  .superRefine(wholeProvider)

/** The settings of a shop in one process. For each missing URL, an embedded part is used. */
export type Settings = z.infer<typeof schema>

/** @param dataFolder the folder for all data, unless `DATA_DIR` names one */
export const readConfig = (dataFolder = '.data'): Settings =>
  readSettings(schema, { ...process.env, DATA_DIR: process.env.DATA_DIR || dataFolder })

/** The folder for all data that must survive a restart. It is created if it is missing. */
export const prepareDataFolder = async (settings: Settings): Promise<string> => {
  const folder = path.resolve(settings.DATA_DIR)
  try {
    await mkdir(folder, { recursive: true })
    const probe = path.join(folder, '.writable')
    await (await open(probe, 'w')).close()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new BadSetting(
      `The data folder ${folder} cannot be written to (${code}): set DATA_DIR to a writable folder`,
    )
  }
  return folder
}

const noShop = (place: string) =>
  new BadSetting(
    `There is no shop in ${place}: set DATA_DIR to your shop's folder, or DATABASE_URL to its database`,
  )

/**
 * The folder of an existing shop. Throws `BadSetting` if it has no shop: a command must not create
 * one in the wrong place.
 */
export const findDataFolder = async (settings: Settings): Promise<string> => {
  const folder = path.resolve(settings.DATA_DIR)
  if (!existsSync(path.join(folder, 'postgres', 'PG_VERSION'))) throw noShop(folder)
  return prepareDataFolder(settings)
}

export const requireShop = async (pool: Pool, settings: Settings): Promise<void> => {
  const { rows } = await pool.query(`select to_regclass('migration') is not null as made`)
  if (rows[0].made) return
  throw noShop(settings.DATABASE_URL ? 'the database' : path.resolve(settings.DATA_DIR))
}

export type Secrets = {
  tokenSecret: KeyRing
  personalDataKey: KeyRing
  bankLineKey: Buffer
  logSigningKey: KeyRing
  logWriterKey: Buffer
}

/**
 * The secrets of the settings, or secrets generated once and stored in the data folder with mode
 * 0600. A shop with an external database needs them in the settings, because another process would
 * generate others.
 */
export const readSecrets = async (settings: Settings, folder: string): Promise<Secrets> => {
  const { TOKEN_SECRET, PERSONAL_DATA_KEY, BANK_LINE_KEY, LOG_SIGNING_KEY, LOG_WRITER_KEY } =
    settings
  const keys = [PERSONAL_DATA_KEY, BANK_LINE_KEY, LOG_SIGNING_KEY, LOG_WRITER_KEY]
  if (settings.DATABASE_URL && [TOKEN_SECRET, ...keys].includes(undefined))
    throw new BadSetting(
      'With a DATABASE_URL of its own the shop needs TOKEN_SECRET, PERSONAL_DATA_KEY, BANK_LINE_KEY, LOG_SIGNING_KEY and LOG_WRITER_KEY, 32 random bytes each ("openssl rand -base64 32" makes them): set all of them, and keep them',
    )
  return {
    tokenSecret: TOKEN_SECRET ?? (await readOrCreateKeys(path.join(folder, 'token-secret'))),
    personalDataKey:
      PERSONAL_DATA_KEY ?? (await readOrCreateKeys(path.join(folder, 'personal-data-key'))),
    bankLineKey: BANK_LINE_KEY ?? (await readOrCreateKey(path.join(folder, 'bank-line-key'))),
    logSigningKey:
      LOG_SIGNING_KEY ?? (await readOrCreateKeys(path.join(folder, 'log-signing-key'))),
    logWriterKey: LOG_WRITER_KEY ?? (await readOrCreateKey(path.join(folder, 'log-writer-key'))),
  }
}

const readOrCreateSecret = async (file: string): Promise<string> => {
  if (!existsSync(file)) {
    // Writes a temporary file and renames it, so that a killed start leaves no partial secret.
    const temporary = await open(`${file}.tmp`, 'w', 0o600)
    await temporary.writeFile(randomBytes(32).toString('base64'))
    await temporary.sync()
    await temporary.close()
    await chmod(`${file}.tmp`, 0o600)
    await rename(`${file}.tmp`, file)
  }
  return (await readFile(file, 'utf8')).trim()
}

const readOrCreateKey = async (file: string): Promise<Buffer> => {
  const read = secretKey.safeParse(await readOrCreateSecret(file))
  if (read.success) return read.data
  throw new BadSetting(`${file} does not contain the 32 bytes that it was created with`)
}

/**
 * The file may contain several keys, separated by commas, like the setting that can replace the
 * file.
 */
const readOrCreateKeys = async (file: string): Promise<KeyRing> => {
  const read = secretKeys.safeParse(await readOrCreateSecret(file))
  if (read.success) return read.data
  throw new BadSetting(`Bad keys in ${file}: ${read.error.issues[0]?.message}.`)
}

export const folderUrl = (folder: string) => pathToFileURL(`${folder}/`).href
