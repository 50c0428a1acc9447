import { parseCosignerKey } from '@strand/log-proof/cosignature'
import { isKeyName } from '@strand/log-proof/note'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { onOff, secretKey, secretKeys, urlWith, wholeNumber } from '../config.ts'
import { byteSize, diskReserve } from '../files/disk-reserve.ts'

/**
 * The settings that several services share, each defined once. A service's `config.ts` picks those
 * that it needs: `z.object({ ...serverSettings, TOKEN_SECRET: sharedSettings.TOKEN_SECRET })`.
 */
export const serverSettings = {
  PORT: wholeNumber('a port number', { most: 65_535 })
    .default(8080)
    .describe('the port on which the shop listens'),
  HOST: z.string().default('127.0.0.1').describe('the address on which the shop listens'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info').meta({
    description:
      'the least severe messages that are logged: `debug`, `info`, `warn`, `error` or `silent`',
    unset: '`warn`; `info` for separate services',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlWith(['http', 'https'])
    .optional()
    .describe(
      'a collector of traces, such as `http://collector:4318`, which gets a span for each request except reads, and for each append, projected event and email that the request causes ([more](operations.md#traces))',
    ),
}

const programToken = z
  .string()
  .regex(/^[\w.~+/=-]{16,200}$/, 'expected 16 to 200 letters, digits or ._~+/=-')
  .optional()

const isProxy = (name: string): boolean =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(name) ||
  ipaddr.isValid(name) ||
  ipaddr.isValidCIDR(name)

/** A hundred years, far below the limits of a Postgres interval. */
const maxDays = 36_500

export const sharedSettings = {
  DATABASE_URL: urlWith(['postgres', 'postgresql']).meta({
    description: '`postgres://…`; the URL of each service names its own role',
    unset: 'embedded Postgres',
  }),
  EVENT_STORE_URL: urlWith(['esdb', 'esdb+discover', 'postgres', 'postgresql']).meta({
    description: 'where the event log is: `esdb://…`, `esdb+discover://…` or `postgres://…`',
    unset: 'the database',
  }),
  QUEUE_URL: urlWith(['redis', 'rediss', 'postgres', 'postgresql'])
    .refine(
      (url) => !url.startsWith('redis') || /^\/?\d{0,4}$/.test(new URL(url).pathname),
      'expected a database number, or nothing, after the host',
    )
    .meta({
      description: 'where the queue of emails is: `redis://…` or `postgres://…`',
      unset: 'the database',
    }),
  FILES_URL: urlWith(['file', 's3']).meta({
    description: 'where pictures and proofs are: `file:///…` or `s3://key:secret@host/bucket`',
    unset: '`files/` in the data folder',
  }),
  BACKUP_URL: z.string().optional().meta({
    description:
      'where `npm run backup` puts backups, and `drill` and `restore` find them: a folder, or `s3://key:secret@host/bucket` with a bucket that holds nothing else ([operations](operations.md#backup-that-is-restored))',
    unset: 'none: each command names it',
  }),
  MAIL_URL: urlWith(['smtp', 'smtps', 'file']).meta({
    description: '`smtp://user:password@host:587` or `file:///…`',
    unset: '`mail/` in the data folder',
  }),
  MAIL_BRAKE: wholeNumber('a number of emails', { least: 1, most: 1_000_000 })
    .default(300)
    .describe(
      'the maximum number of "order received" emails in ten minutes, to all customers together; further emails are held for staff',
    ),
  PUBLIC_URL: z
    .url({
      protocol: /^https?$/,
      error: 'expected the address that customers use, like https://shop.example',
    })
    .transform((url) => url.replace(/\/+$/, ''))
    .meta({
      description:
        "the address that customers use, without a slash at the end. Mailed links begin with this address; a request's `Host` never counts",
      unset: '`http://HOST:PORT`',
    }),
  TOKEN_SECRET: secretKeys.meta({
    description:
      'signs access tokens, mailed tokens and links to files: 32 random bytes in base64 or hex, or several keys, separated by commas ([changing a key](operations.md#changing-a-key))',
    unset: 'made once, in the data folder',
  }),
  PERSONAL_DATA_KEY: secretKeys.meta({
    description:
      "encrypts each person's key; has the format of `TOKEN_SECRET`. Without this key, nobody can read personal data",
    unset: 'made once, in the data folder',
  }),
  BANK_LINE_KEY: secretKey.meta({
    description:
      'the key from which the ids of bank lines are made, 32 random bytes; with another key, every line of a statement would count as new',
    unset: 'made once, in the data folder',
  }),
  LOG_SIGNING_KEY: secretKeys.meta({
    description:
      'signs the checkpoints of the event log; has the format of `TOKEN_SECRET`. A new key goes in front, and replaces the key behind it',
    unset: 'made once, in the data folder',
  }),
  LOG_WRITER_KEY: secretKey.meta({
    description:
      'the key with which a service authenticates each event that it writes (its MAC), 32 random bytes; with another key, all earlier events would look forged',
    unset: 'made once, in the data folder',
  }),
  LOG_ORIGIN: z
    .string()
    .max(200, 'expected at most 200 characters')
    .refine(isKeyName, 'expected a name without spaces and plus signs')
    .optional()
    .meta({
      description:
        "the event log's name in its signed checkpoints; the first checkpoint fixes this name ([log-proof.md](log-proof.md))",
      unset: '`<host of PUBLIC_URL>/api/audit/log`',
    }),
  HEALTH_TOKEN: programToken.describe(
    'callers that send this bearer token can read `/metrics` and the details of `/readyz`',
  ),
  LOG_WITNESSES: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .transform((keys, context) => {
      try {
        return keys.map(parseCosignerKey)
      } catch {
        context.addIssue('expected the verifier keys of witnesses, separated by spaces')
        return z.NEVER
      }
    })
    .default([])
    .meta({
      description:
        'the verifier keys of the witnesses that may cosign the log, separated by spaces',
      unset: 'none',
    }),
  LOG_READ_TOKEN: programToken.describe(
    'programs that send this bearer token can read and cosign the proof of the log, as auditors can',
  ),
  RATE_LIMITS: onOff.default('on').describe('`on`, or `off` for load tests'),
  DISK_RESERVE: diskReserve
    .prefault('20%,2GB')
    .describe(
      'disk space that uploads must leave free: a share, a size, or both (the larger counts); with less, uploads answer 503',
    ),
  UNCLAIMED_UPLOADS: byteSize
    .prefault('5GB')
    .describe(
      'space for uploads that no order has named yet, shared by all customers; when it is full, the network with the most uploads loses its oldest ones',
    ),
  PROOF_RETENTION_DAYS: wholeNumber('a number of days', { most: maxDays })
    .default(180)
    .describe(
      'days after which the proofs of an order that was archived while pending are deleted; `0` keeps them',
    ),
  BANK_LINE_DAYS: wholeNumber('a number of days', { most: maxDays })
    .default(400)
    .describe(
      'days after which the payer, narration and reference of a bank line that pays for no order are erased; `0` keeps them',
    ),
  UNDO_SECONDS: wholeNumber('a number of seconds', { most: 3_600 })
    .default(30)
    .describe(
      'seconds that an email about a change to an order waits for an undo; `0` sends such emails at once',
    ),
  FOUR_EYES_ABOVE: z
    .string()
    .regex(/^\d{1,12}$/, 'expected an amount in whole naira, in digits')
    .transform(Number)
    .optional()
    .describe('whole naira: two people must approve an order with a total above this amount'),
  PAYMENT_EVIDENCE: z
    .enum(['optional', 'reason', 'required'])
    .default('optional')
    .describe(
      "what an approval must be based on: nothing (`optional`), money in the bank or a reason (`reason`), or money in the bank or a superadministrator's reason (`required`)",
    ),
  PAYMENT_TOLERANCE: z
    .string()
    .regex(/^\d{1,6}$/, 'expected an amount in whole naira, in digits')
    .transform(Number)
    .default(0)
    .describe(
      'whole naira: money that falls short of the total by at most this amount counts as exact if the payment code, the order id or the reference matches, for `AUTO_APPROVE` too; staff see the shortfall',
    ),
  AUTO_APPROVE: z
    .enum(['off', 'code'])
    .default('off')
    .describe(
      "`off`, or `code`: an order is approved automatically once a bank line of exactly the order's total contains its payment code or its id",
    ),
  READ_PROOFS: onOff
    .default('on')
    .describe(
      'whether a program reads payment proofs for staff: `on` or `off`. The program takes up to 300 MB ([how well it reads](proof-reading.md))',
    ),
  PROOF_READER: z.string().regex(/^\//, 'expected the path of a Unix socket').optional().meta({
    description:
      'the Unix socket of the service `proof-reader`, which reads proofs for the workers in a separate container',
    unset: 'none: the workers start the reader themselves',
  }),
  TRUSTED_PROXY: z
    .string()
    .transform((text) => text.split(',').map((proxy) => proxy.trim()))
    .transform((proxies) => proxies.filter((proxy) => proxy !== ''))
    .refine(
      (proxies) => proxies.every(isProxy),
      'expected addresses, networks, loopback, linklocal or uniquelocal, separated by commas',
    )
    .default([])
    .meta({
      description:
        'the proxies in front of the shop, which may say in `X-Forwarded-For` who the client is: addresses, networks, `loopback`, `linklocal` or `uniquelocal`, separated by commas',
      unset: 'none',
    }),
  SUPERADMIN_EMAIL: z.email('expected an email address').optional().meta({
    description: "the first superadministrator's email address",
    unset: 'printed at the first start',
  }),
  SUPERADMIN_PASSWORD: z
    .string()
    .min(8, 'expected at least 8 characters')
    .max(256)
    .optional()
    .meta({
      description:
        "the first superadministrator's password; a printed password must be changed at the first sign-in",
      unset: 'printed at the first start',
    }),
}

export const apiSettings = {
  ...serverSettings,
  DATABASE_URL: sharedSettings.DATABASE_URL,
  EVENT_STORE_URL: sharedSettings.EVENT_STORE_URL,
  FILES_URL: sharedSettings.FILES_URL,
  PUBLIC_URL: sharedSettings.PUBLIC_URL,
  TOKEN_SECRET: sharedSettings.TOKEN_SECRET,
  PERSONAL_DATA_KEY: sharedSettings.PERSONAL_DATA_KEY,
  HEALTH_TOKEN: sharedSettings.HEALTH_TOKEN,
  LOG_READ_TOKEN: sharedSettings.LOG_READ_TOKEN,
  LOG_WITNESSES: sharedSettings.LOG_WITNESSES,
  RATE_LIMITS: sharedSettings.RATE_LIMITS,
  DISK_RESERVE: sharedSettings.DISK_RESERVE,
  UNDO_SECONDS: sharedSettings.UNDO_SECONDS,
  PAYMENT_EVIDENCE: sharedSettings.PAYMENT_EVIDENCE,
  PAYMENT_TOLERANCE: sharedSettings.PAYMENT_TOLERANCE,
  TRUSTED_PROXY: sharedSettings.TRUSTED_PROXY,
}

/** The shop's name, and the account for payments. The defaults describe a sample shop. */
export const shopSettings = {
  SHOP_NAME: z.string().max(100).default('Strand Hair').describe("the shop's name"),
  SHOP_BANK_NAME: z
    .string()
    .max(100)
    .default('First Example Bank')
    .describe('the bank of the account that customers pay into'),
  SHOP_BANK_ACCOUNT_NAME: z
    .string()
    .max(100)
    .default('Strand Hair Ltd')
    .describe(
      'the name of the account that customers pay into, which is the legal name of the shop',
    ),
  SHOP_BANK_ACCOUNT_NUMBER: z
    .string()
    .max(30)
    .default('0123456789')
    .describe('the number of the account that customers pay into'),
  SHOP_SUPPORT_EMAIL: z
    .email('expected an email address')
    .default('help@strand.example')
    .describe('the email address that customers write to'),
  SHOP_INSTAGRAM: z
    .string()
    .max(60)
    .default('strand.hair')
    .describe("the shop's name on Instagram"),
  SHOP_WHATSAPP: z
    .string()
    .regex(
      /^\d{8,15}$/,
      "expected digits that begin with the country's code, such as 2348012345678",
    )
    .default('2348012345678')
    .describe("the shop's number on WhatsApp: digits that begin with the country's code"),
  SHOP_REGISTRATION: z
    .string()
    .max(60)
    .default('')
    .describe(
      "the shop's registration number, which customers can look up: in Nigeria, the RC or BN number",
    ),
  SHOP_ADDRESS: z.string().max(200).default('').describe("the shop's street address"),
  SHOP_HOURS: z
    .string()
    .max(100)
    .default('Monday to Saturday, 9:00 to 18:00')
    .describe('the hours in which the shop answers messages'),
}

const rolePassword = z
  .string()
  .regex(/^[\x21-\x7e]{16,}$/, 'expected at least 16 characters of ASCII, no spaces')
  .optional()

/** The settings of `npm run migrate`, which prepares the database for the services. */
export const preparationSettings = z.object({
  LOG_LEVEL: serverSettings.LOG_LEVEL,
  DATABASE_URL: sharedSettings.DATABASE_URL,
  EVENT_STORE_URL: sharedSettings.EVENT_STORE_URL.optional(),
  QUEUE_URL: sharedSettings.QUEUE_URL.optional(),
  MIGRATE_PASSWORD: rolePassword.describe('the password of the role that prepares the database'),
  COMMAND_PASSWORD: rolePassword.describe('the password of the role of `command-api`'),
  PROJECTIONS_PASSWORD: rolePassword.describe('the password of the role of `projections`'),
  QUERY_PASSWORD: rolePassword.describe('the password of the role of `query-api`'),
  WORKERS_PASSWORD: rolePassword.describe('the password of the role of `workers`'),
})

/** The log's name: `LOG_ORIGIN`, or the address of its public endpoints without the scheme. */
export const logOrigin = (settings: { LOG_ORIGIN?: string | undefined; PUBLIC_URL: string }) =>
  settings.LOG_ORIGIN ?? `${new URL(settings.PUBLIC_URL).host}/api/audit/log`

/** How customers can reach the shop if it cannot take what they send. */
export const shopContact = (shop: { whatsapp: string; supportEmail: string }) =>
  `+${shop.whatsapp} on WhatsApp, or ${shop.supportEmail}`

export const shopDetails = (settings: z.infer<z.ZodObject<typeof shopSettings>>) => ({
  name: settings.SHOP_NAME,
  bankName: settings.SHOP_BANK_NAME,
  bankAccountName: settings.SHOP_BANK_ACCOUNT_NAME,
  bankAccountNumber: settings.SHOP_BANK_ACCOUNT_NUMBER,
  supportEmail: settings.SHOP_SUPPORT_EMAIL,
  instagram: settings.SHOP_INSTAGRAM,
  whatsapp: settings.SHOP_WHATSAPP,
  registration: settings.SHOP_REGISTRATION,
  address: settings.SHOP_ADDRESS,
  hours: settings.SHOP_HOURS,
})
