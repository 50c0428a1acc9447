import { readSettings } from '@strand/platform/config'
import { serverSettings, sharedSettings, shopSettings } from '@strand/platform/process/settings'
import { z } from 'zod'

/** The only reader of the environment in this service. Throws BadSetting. */
export const readConfig = (environment: Record<string, string | undefined> = process.env) =>
  readSettings(
    z.object({
      ...serverSettings,
      ...shopSettings,
      DATABASE_URL: sharedSettings.DATABASE_URL,
      EVENT_STORE_URL: sharedSettings.EVENT_STORE_URL,
      FILES_URL: sharedSettings.FILES_URL,
      PUBLIC_URL: sharedSettings.PUBLIC_URL,
      TOKEN_SECRET: sharedSettings.TOKEN_SECRET,
      PERSONAL_DATA_KEY: sharedSettings.PERSONAL_DATA_KEY,
      HEALTH_TOKEN: sharedSettings.HEALTH_TOKEN,
      RATE_LIMITS: sharedSettings.RATE_LIMITS,
      DISK_RESERVE: sharedSettings.DISK_RESERVE,
      TRUSTED_PROXY: sharedSettings.TRUSTED_PROXY,
    }),
    environment,
  )
