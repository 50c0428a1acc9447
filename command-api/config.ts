import { readSettings } from '@strand/platform/config'
import { apiSettings, sharedSettings, shopSettings } from '@strand/platform/process/settings'
import { signInSettings, wholeProvider } from '@strand/platform/process/sign-in-settings'
import { z } from 'zod'

export const readConfig = (environment: Record<string, string | undefined> = process.env) =>
  readSettings(
    z
      .object({
        ...apiSettings,
        SHOP_NAME: shopSettings.SHOP_NAME,
        SHOP_SUPPORT_EMAIL: shopSettings.SHOP_SUPPORT_EMAIL,
        SHOP_WHATSAPP: shopSettings.SHOP_WHATSAPP,
        SHOP_BANK_NAME: shopSettings.SHOP_BANK_NAME,
        SHOP_BANK_ACCOUNT_NAME: shopSettings.SHOP_BANK_ACCOUNT_NAME,
        SHOP_BANK_ACCOUNT_NUMBER: shopSettings.SHOP_BANK_ACCOUNT_NUMBER,
        BANK_LINE_KEY: sharedSettings.BANK_LINE_KEY,
        LOG_WRITER_KEY: sharedSettings.LOG_WRITER_KEY,
        BANK_LINE_DAYS: sharedSettings.BANK_LINE_DAYS,
        ...signInSettings,
        UNCLAIMED_UPLOADS: sharedSettings.UNCLAIMED_UPLOADS,
        PROOF_RETENTION_DAYS: sharedSettings.PROOF_RETENTION_DAYS,
        FOUR_EYES_ABOVE: sharedSettings.FOUR_EYES_ABOVE,
        AUTO_APPROVE: sharedSettings.AUTO_APPROVE,
        SUPERADMIN_EMAIL: sharedSettings.SUPERADMIN_EMAIL,
        SUPERADMIN_PASSWORD: sharedSettings.SUPERADMIN_PASSWORD,
      })
      .superRefine(wholeProvider),
    environment,
  )
