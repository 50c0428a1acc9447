import { z } from 'zod'
import { readSettings } from '../platform/config.ts'
import {
  preparationSettings,
  serverSettings,
  sharedSettings,
} from '../platform/process/settings.ts'

export const readConfig = () => readSettings(preparationSettings, process.env)

const backupSettings = z.object({
  LOG_LEVEL: serverSettings.LOG_LEVEL,
  DATABASE_URL: sharedSettings.DATABASE_URL,
  EVENT_STORE_URL: sharedSettings.EVENT_STORE_URL,
  FILES_URL: sharedSettings.FILES_URL,
  TOKEN_SECRET: sharedSettings.TOKEN_SECRET,
  PERSONAL_DATA_KEY: sharedSettings.PERSONAL_DATA_KEY,
  BANK_LINE_KEY: sharedSettings.BANK_LINE_KEY,
  LOG_SIGNING_KEY: sharedSettings.LOG_SIGNING_KEY,
  LOG_WRITER_KEY: sharedSettings.LOG_WRITER_KEY,
  BACKUP_URL: sharedSettings.BACKUP_URL,
})

/** The settings of `backup.ts`, `restore.ts` and `drill.ts`. Throws BadSetting. */
export const readBackupConfig = (
  environment: Record<string, string | undefined> = process.env,
): z.infer<typeof backupSettings> => readSettings(backupSettings, environment)
