import { readSettings } from '../platform/config.ts'
import { preparationSettings } from '../platform/settings.ts'

/** The one reader of the environment in `migrate.ts`. Throws BadSetting. */
export const readConfig = () => readSettings(preparationSettings, process.env)
