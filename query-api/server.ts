import { permissionsOfRole } from '@strand/contracts/accounts/permission'
import { defaultErrorTexts } from '@strand/contracts/error-texts'
import { openReferenceHmacs } from '@strand/platform/crypto/reference-hmac'
import { registerApiDocs } from '@strand/platform/http/api-docs'
import { openApiService } from '@strand/platform/process/api-service'
import { shopContact, shopDetails } from '@strand/platform/process/settings'
import { startService } from '@strand/platform/process/start-up'
import { queryApi } from './app.ts'
import { readConfig } from './config.ts'
import { waitForReadModels } from './read-models.ts'

await startService(async () => {
  const config = readConfig()
  const { app, listen, ...service } = await openApiService({
    name: 'query-api',
    config,
    texts: defaultErrorTexts,
    contact: shopContact({
      whatsapp: config.SHOP_WHATSAPP,
      supportEmail: config.SHOP_SUPPORT_EMAIL,
    }),
    permissionsOf: permissionsOfRole,
    prepare: (pool, log) => {
      log.info('waiting for the read models')
      return waitForReadModels(pool)
    },
  })
  await registerApiDocs(app, {
    title: 'Reads',
    description:
      'The shop’s queries. [/api/docs/commands](/api/docs/commands) describes the commands.',
  })
  await app.register(queryApi, {
    ...service,
    shop: shopDetails(config),
    diskReserve: config.DISK_RESERVE,
    undoSeconds: config.UNDO_SECONDS,
    hmacsOfReference: openReferenceHmacs(config.PERSONAL_DATA_KEY),
    paymentEvidence: config.PAYMENT_EVIDENCE,
    paymentTolerance: config.PAYMENT_TOLERANCE,
    witnesses: config.LOG_WITNESSES,
  })
  const { progress } = service
  await listen({
    // Queries are answered even while the read models lag, so every projection counts as healthy
    // here. The projections' own health port reports a lag.
    projections: async () => (await progress.report()).map((one) => ({ ...one, ok: true })),
    parked: progress.parkedStreams,
  })
})
