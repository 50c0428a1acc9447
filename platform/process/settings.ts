import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { onOff, secretKey, secretKeys, urlWith, wholeNumber } from '../config.ts'
import { byteSize, diskReserve } from '../files/disk-reserve.ts'
import { parseCosignerKey } from '../log-proof/cosignature.ts'
import { isKeyName } from '../log-proof/note.ts'

/**
 * The settings that several services share, each defined once: a service's `config.ts` picks the
 * ones it needs (`z.object({ ...serverSettings, TOKEN_SECRET: sharedSettings.TOKEN_SECRET })`).
 */
export const serverSettings = {
  PORT: wholeNumber('a port number', { most: 65_535 }).default(8080),
  HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Where spans go by OTLP over HTTP; nothing is traced without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: urlWith(['http', 'https']).optional(),
}

const programToken = z
  .string()
  .regex(/^[\w.~+/=-]{16,200}$/, 'expected 16 to 200 letters, digits or ._~+/=-')
  .optional()

const isProxy = (name: string): boolean =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(name) ||
  ipaddr.isValid(name) ||
  ipaddr.isValidCIDR(name)

/** A hundred years; the next limit is Postgres' of an interval. */
const mostDays = 36_500

export const sharedSettings = {
  DATABASE_URL: urlWith(['postgres', 'postgresql']),
  EVENT_STORE_URL: urlWith(['esdb', 'esdb+discover', 'postgres', 'postgresql']),
  QUEUE_URL: urlWith(['redis', 'rediss', 'postgres', 'postgresql']).refine(
    (url) => !url.startsWith('redis') || /^\/?\d{0,4}$/.test(new URL(url).pathname),
    'expected a number of a database, or nothing, after the host',
  ),
  FILES_URL: urlWith(['file', 's3']),
  /** Where backups go: a folder, or a `file:` or `s3:` URL. */
  BACKUP_URL: z.string().optional(),
  MAIL_URL: urlWith(['smtp', 'smtps', 'file']),
  /** Mails per ten minutes that strangers' orders may cause; further mails are held for staff. */
  MAIL_BRAKE: wholeNumber('a number of mails', { least: 1, most: 1_000_000 }).default(300),
  /** The origin in mailed links, without a trailing slash; never taken from a request's Host. */
  PUBLIC_URL: z
    .url({
      protocol: /^https?$/,
      error: 'expected the address that customers use, like https://shop.example',
    })
    .transform((url) => url.replace(/\/+$/, '')),
  /** Sign access tokens, mailed tokens and file links. */
  TOKEN_SECRET: secretKeys,
  /** Wrap each person's key; without them personal data can no longer be read. */
  PERSONAL_DATA_KEY: secretKeys,
  /** Makes the ids of bank lines; with another one, every line of a statement would be new. */
  BANK_LINE_KEY: secretKey,
  /** Signs the checkpoints of the event log; a new first key replaces the one behind it. */
  LOG_SIGNING_KEY: secretKeys,
  /** Makes the writers' MACs of events; with another one, all events so far would look forged. */
  LOG_WRITER_KEY: secretKey,
  /** The log's name in its checkpoints, fixed at the first one. */
  LOG_ORIGIN: z
    .string()
    .max(200, 'expected at most 200 characters')
    .refine(isKeyName, 'expected a name without spaces and plus signs')
    .optional(),
  /** A caller that sends it as a bearer token gets the details of `/readyz`. */
  HEALTH_TOKEN: programToken,
  /** The verifier keys of the witnesses whose cosignatures are taken (c2sp.org/tlog-cosignature). */
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
    .default([]),
  /** A program that sends it as a bearer token reads the proof of the log as an auditor does. */
  LOG_READ_TOKEN: programToken,
  RATE_LIMITS: onOff.default('on'),
  /** Disk space that files must leave free: a share, a size, or both; the larger one counts. */
  DISK_RESERVE: diskReserve.prefault('20%,2GB'),
  /** The size limit of all customers' uploads together that no order refers to yet. */
  UNCLAIMED_UPLOADS: byteSize.prefault('5GB'),
  /** Days to keep the proofs of an order that was archived while pending; 0 means forever. */
  PROOF_RETENTION_DAYS: wholeNumber('a number of days', { most: mostDays }).default(180),
  /** Days to keep the texts of a bank line that pays no order; 0 means forever. */
  BANK_LINE_DAYS: wholeNumber('a number of days', { most: mostDays }).default(400),
  /** Seconds that a mail about a change waits for an undo; 0 means it goes at once. */
  UNDO_SECONDS: wholeNumber('a number of seconds', { most: 3_600 }).default(30),
  /** Naira: the approval of an order above it needs two people. */
  FOUR_EYES_ABOVE: z
    .string()
    .regex(/^\d{1,12}$/, 'expected an amount in whole naira, in digits')
    .transform(Number)
    .optional(),
  /** What the approval of an order needs besides a click: nothing, money or a reason, or money. */
  PAYMENT_EVIDENCE: z.enum(['optional', 'reason', 'required']).default('optional'),
  /** `code`: the shop approves by itself what a bank line pays that names the order alone. */
  AUTO_APPROVE: z.enum(['off', 'code']).default('off'),
  /** Whether the workers read proofs of payment. */
  READ_PROOFS: onOff.default('on'),
  /** Addresses or networks of proxies whose X-Forwarded-For is trusted, separated by commas. */
  TRUSTED_PROXY: z
    .string()
    .transform((text) => text.split(',').map((proxy) => proxy.trim()))
    .transform((proxies) => proxies.filter((proxy) => proxy !== ''))
    .refine(
      (proxies) => proxies.every(isProxy),
      'expected addresses, networks, loopback, linklocal or uniquelocal, separated by commas',
    )
    .default([]),
  SUPERADMIN_EMAIL: z.email('expected an e-mail address').optional(),
  SUPERADMIN_PASSWORD: z.string().min(8, 'expected at least 8 characters').max(256).optional(),
}

/** The settings of both services with an HTTP API. */
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
  TRUSTED_PROXY: sharedSettings.TRUSTED_PROXY,
}

/** The shop's name, and where customers pay. The defaults describe a sample shop. */
export const shopSettings = {
  SHOP_NAME: z.string().max(100).default('Strand Hair'),
  SHOP_BANK_NAME: z.string().max(100).default('First Example Bank'),
  SHOP_BANK_ACCOUNT_NAME: z.string().max(100).default('Strand Hair Ltd'),
  SHOP_BANK_ACCOUNT_NUMBER: z.string().max(30).default('0123456789'),
  SHOP_SUPPORT_EMAIL: z.email('expected an e-mail address').default('help@strand.example'),
  SHOP_INSTAGRAM: z.string().max(60).default('strand.hair'),
  SHOP_WHATSAPP: z
    .string()
    .regex(/^\d{8,15}$/, "expected digits that begin with the country's code, as 2348012345678")
    .default('2348012345678'),
  SHOP_HOURS: z.string().max(100).default('Monday to Saturday, 9:00 to 18:00'),
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
  MIGRATE_PASSWORD: rolePassword,
  COMMAND_PASSWORD: rolePassword,
  PROJECTIONS_PASSWORD: rolePassword,
  QUERY_PASSWORD: rolePassword,
  WORKERS_PASSWORD: rolePassword,
})

/** The log's name: `LOG_ORIGIN`, or the address of its public endpoints without a scheme. */
export const logOrigin = (settings: { LOG_ORIGIN?: string | undefined; PUBLIC_URL: string }) =>
  settings.LOG_ORIGIN ?? `${new URL(settings.PUBLIC_URL).host}/api/audit/log`

/** The shop's details in the form that the services use. */
export const shopDetails = (settings: z.infer<z.ZodObject<typeof shopSettings>>) => ({
  name: settings.SHOP_NAME,
  bankName: settings.SHOP_BANK_NAME,
  bankAccountName: settings.SHOP_BANK_ACCOUNT_NAME,
  bankAccountNumber: settings.SHOP_BANK_ACCOUNT_NUMBER,
  supportEmail: settings.SHOP_SUPPORT_EMAIL,
  instagram: settings.SHOP_INSTAGRAM,
  whatsapp: settings.SHOP_WHATSAPP,
  hours: settings.SHOP_HOURS,
})
