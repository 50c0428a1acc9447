import { readSettings } from '@strand/platform/config'
import { serverSettings, sharedSettings } from '@strand/platform/settings'
import { z } from 'zod'

const password = z
  .string()
  .regex(/^[\x21-\x7e]{16,}$/, 'expected at least 16 characters of ASCII, no spaces')
  .optional()

/** The one reader of the environment in `migrate.ts`. Throws BadSetting. */
export const readConfig = () =>
  readSettings(
    z.object({
      LOG_LEVEL: serverSettings.LOG_LEVEL,
      DATABASE_URL: sharedSettings.DATABASE_URL,
      EVENT_STORE_URL: sharedSettings.EVENT_STORE_URL.optional(),
      QUEUE_URL: sharedSettings.QUEUE_URL.optional(),
      MIGRATE_PASSWORD: password,
      COMMAND_PASSWORD: password,
      PROJECTIONS_PASSWORD: password,
      QUERY_PASSWORD: password,
      WORKERS_PASSWORD: password,
    }),
    process.env,
  )
