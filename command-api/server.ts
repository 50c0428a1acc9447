import { permissionsOfRole } from '@strand/contracts/accounts/permission'
import { defaultErrorTexts } from '@strand/contracts/error-texts'
import { migrate } from '@strand/event-sourcing/postgres/migrate'
import { prepareProcessorTables } from '@strand/event-sourcing/processors/runtime/prepare-tables'
import { registerApiDocs } from '@strand/platform/http/api-docs'
import { openApiService } from '@strand/platform/process/api-service'
import { shopContact } from '@strand/platform/process/settings'
import { signInOptions } from '@strand/platform/process/sign-in-settings'
import { retryUntilAvailable, startService } from '@strand/platform/process/start-up'
import { ensureSuperadministrator } from './accounts/account/superadministrator.ts'
import { commandApi } from './app.ts'
import { readConfig } from './config.ts'

await startService(async () => {
  const config = readConfig()
  const { app, progress, listen, ...service } = await openApiService({
    name: 'command-api',
    config,
    texts: defaultErrorTexts,
    contact: shopContact({
      whatsapp: config.SHOP_WHATSAPP,
      supportEmail: config.SHOP_SUPPORT_EMAIL,
    }),
    permissionsOf: permissionsOfRole,
    writerKey: config.LOG_WRITER_KEY,
    prepare: async (pool) => {
      await migrate(pool, 'command-api', new URL('./migrations/', import.meta.url))
      // Commands query read models, so the read models' tables must exist, if only empty, before
      // any projection has run.
      await prepareProcessorTables(pool)
    },
  })
  const first = await retryUntilAvailable(
    'event store',
    () =>
      ensureSuperadministrator({
        ...service,
        email: config.SUPERADMIN_EMAIL,
        password: config.SUPERADMIN_PASSWORD,
      }),
    service,
  )
  if (first.password !== null)
    process.stdout.write(
      `The first superadministrator is ${first.email}, with the password ${first.password} (shown only now)\n`,
    )
  await registerApiDocs(app, {
    title: 'Commands',
    description: 'The shop’s commands. [/api/docs](/api/docs) describes the queries.',
    path: '/api/docs/commands',
  })
  await app.register(commandApi, {
    ...service,
    publicUrl: config.PUBLIC_URL,
    shopName: config.SHOP_NAME,
    signIn: signInOptions(config),
    witnesses: config.LOG_WITNESSES,
    fileLimits: {
      diskReserve: config.DISK_RESERVE,
      unclaimedBytes: config.UNCLAIMED_UPLOADS,
    },
    proofRetentionDays: config.PROOF_RETENTION_DAYS,
    undoSeconds: config.UNDO_SECONDS,
    fourEyesAbove: config.FOUR_EYES_ABOVE,
    paymentEvidence: config.PAYMENT_EVIDENCE,
    paymentTolerance: config.PAYMENT_TOLERANCE,
    autoApprove: config.AUTO_APPROVE,
    bankLineKey: config.BANK_LINE_KEY,
    bankLineDays: config.BANK_LINE_DAYS,
    shopAccount: {
      bankName: config.SHOP_BANK_NAME,
      accountName: config.SHOP_BANK_ACCOUNT_NAME,
      accountNumber: config.SHOP_BANK_ACCOUNT_NUMBER,
    },
  })
  await listen()
})
