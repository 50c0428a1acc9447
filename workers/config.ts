import { readSettings } from '@strand/platform/config'
import { serverSettings, sharedSettings, shopSettings } from '@strand/platform/process/settings'
import { z } from 'zod'

const { DATABASE_URL, EVENT_STORE_URL, QUEUE_URL } = sharedSettings
const { MAIL_URL, MAIL_BRAKE, PUBLIC_URL, TOKEN_SECRET, PERSONAL_DATA_KEY } = sharedSettings
const { READ_PROOFS, PROOF_READER, FILES_URL } = sharedSettings

/**
 * The settings of the `proof-reader` service: only its log level and the socket. Throws BadSetting.
 */
export const readReaderConfig = (environment: Record<string, string | undefined> = process.env) =>
  readSettings(
    z.object({ LOG_LEVEL: serverSettings.LOG_LEVEL, PROOF_READER: PROOF_READER.unwrap() }),
    environment,
  )

export const readConfig = (environment: Record<string, string | undefined> = process.env) =>
  readSettings(
    z
      .object({
        ...serverSettings,
        ...shopSettings,
        DATABASE_URL,
        EVENT_STORE_URL,
        QUEUE_URL,
        MAIL_URL,
        MAIL_BRAKE,
        PUBLIC_URL,
        TOKEN_SECRET,
        PERSONAL_DATA_KEY,
        READ_PROOFS,
        PROOF_READER,
        FILES_URL: FILES_URL.optional(),
      })
      .refine((settings) => settings.READ_PROOFS === 'off' || settings.FILES_URL !== undefined, {
        path: ['FILES_URL'],
        message: 'expected the place of the proofs of payment, or READ_PROOFS=off',
      }),
    environment,
  )
