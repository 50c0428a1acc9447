import { readSettings } from '@strand/platform/config'
import { serverSettings, sharedSettings, shopSettings } from '@strand/platform/settings'
import { z } from 'zod'

const { DATABASE_URL, EVENT_STORE_URL, QUEUE_URL } = sharedSettings
const { MAIL_URL, PUBLIC_URL, TOKEN_SECRET, PERSONAL_DATA_KEY } = sharedSettings
const { SHOP_NAME, SHOP_SUPPORT_EMAIL, SHOP_INSTAGRAM } = shopSettings

/** The one reader of the environment in this service. Throws BadSetting. */
export const readConfig = () =>
  readSettings(
    z.object({
      ...serverSettings,
      DATABASE_URL,
      EVENT_STORE_URL,
      QUEUE_URL,
      MAIL_URL,
      PUBLIC_URL,
      TOKEN_SECRET,
      PERSONAL_DATA_KEY,
      SHOP_NAME,
      SHOP_SUPPORT_EMAIL,
      SHOP_INSTAGRAM,
    }),
    process.env,
  )
