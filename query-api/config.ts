import { readSettings } from '@strand/platform/config'
import { apiSettings, shopSettings } from '@strand/platform/process/settings'
import { z } from 'zod'

/** The only reader of the environment in this service. Throws BadSetting. */
export const readConfig = (environment: Record<string, string | undefined> = process.env) =>
  readSettings(z.object({ ...apiSettings, ...shopSettings }), environment)
