import { readSettings } from '../platform/config.ts'
import { preparationSettings } from '../platform/process/settings.ts'

/** The only code that reads the environment for `migrate.ts`. Throws BadSetting. */
export const readConfig = () => readSettings(preparationSettings, process.env)
