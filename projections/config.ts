import { readSettings } from '@strand/platform/config'
import { serverSettings, sharedSettings } from '@strand/platform/process/settings'
import { z } from 'zod'

export const readConfig = (environment: Record<string, string | undefined> = process.env) =>
  readSettings(
    z.object({
      ...serverSettings,
      DATABASE_URL: sharedSettings.DATABASE_URL,
      EVENT_STORE_URL: sharedSettings.EVENT_STORE_URL,
      PERSONAL_DATA_KEY: sharedSettings.PERSONAL_DATA_KEY,
      PUBLIC_URL: sharedSettings.PUBLIC_URL,
      LOG_SIGNING_KEY: sharedSettings.LOG_SIGNING_KEY,
      // Only `verify` checks MACs. Leave this key unset for the service, so that no service has
      // both this key and the signing key.
      LOG_WRITER_KEY: sharedSettings.LOG_WRITER_KEY.optional(),
      LOG_ORIGIN: sharedSettings.LOG_ORIGIN,
    }),
    environment,
  )
