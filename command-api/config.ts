import { readSettings } from '@strand/platform/config'
import { apiSettings, sharedSettings, shopSettings } from '@strand/platform/process/settings'
import { z } from 'zod'

/** The only reader of the environment in this service. Throws BadSetting. */
export const readConfig = (environment: Record<string, string | undefined> = process.env) =>
  readSettings(
    z.object({
      ...apiSettings,
      SHOP_NAME: shopSettings.SHOP_NAME,
      UNCLAIMED_UPLOADS: sharedSettings.UNCLAIMED_UPLOADS,
      PROOF_RETENTION_DAYS: sharedSettings.PROOF_RETENTION_DAYS,
      SUPERADMIN_EMAIL: sharedSettings.SUPERADMIN_EMAIL,
      SUPERADMIN_PASSWORD: sharedSettings.SUPERADMIN_PASSWORD,
    }),
    environment,
  )
