import type { PaymentEvidence } from '@strand/contracts/money/evidence'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Log } from '@strand/event-sourcing/log'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Verifier } from '@strand/log-proof/note'
import type { Now } from '@strand/platform/clock'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { Clock } from '@strand/platform/fairness/clock'
import type { FileStore } from '@strand/platform/files/open'
import type { FastifyPluginAsync } from 'fastify'
import type { SignInOptions } from './accounts/dependencies.ts'
import { userPlugin } from './accounts/plugin.ts'
import { locationRoutes } from './catalogue/location.routes.ts'
import { productRoutes } from './catalogue/product.routes.ts'
import { salesRoutes } from './catalogue/sales.routes.ts'
import { openUniqueNames } from './catalogue/unique-names.ts'
import { pictureRoutes } from './files/picture.routes.ts'
import { openPictureStore } from './files/picture-store.ts'
import { openPictures } from './files/pictures.ts'
import { uploadRoutes } from './files/routes.ts'
import { openUploadStore } from './files/store.ts'
import { sweepUploads } from './files/sweep.ts'
import { sweepPictures } from './files/sweep-pictures.ts'
import { cosignatureRoutes } from './log-proof/cosignature.routes.ts'
import { giveCheckpoint } from './log-proof/give-checkpoint.ts'
import { startRecordingProof } from './log-proof/record-proof.ts'
import { verificationRoutes } from './log-proof/verification.routes.ts'
import { bulkMailRoutes } from './mail/bulk.routes.ts'
import { mailRoutes } from './mail/retry.routes.ts'
import type { ShopAccount } from './money/accounts.ts'
import { deleteEndedFiles, dropOldPreviews } from './money/import/previews.ts'
import { finishTextErasures } from './money/line/erase-text.ts'
import { bankLineRoutes } from './money/line/routes.ts'
import { eraseOldLineTexts, eraseOldStatementTexts } from './money/old-texts.ts'
import { bankRoutes } from './money/routes.ts'
import { approvalRoutes } from './order/approval/routes.ts'
import { contactRoutes } from './order/contact.routes.ts'
import { createOrderRoutes } from './order/create/routes.ts'
import { finishDestructions } from './order/erasure/destruction.ts'
import { deleteOldProofs } from './order/erasure/proof-retention.ts'
import { orderErasureRoutes } from './order/erasure/routes.ts'
import { settleReservedIds } from './order/ids.ts'
import { startMailRelease } from './order/mail-release.ts'
import { startAutoApproval } from './order/money/auto-approval.ts'
import { startOrderMoney } from './order/money/finish.ts'
import { keepReasons } from './order/money/left-to-people.ts'
import { openOrderMoney } from './order/money/order-money.ts'
import { owedRoutes } from './order/money/owed.routes.ts'
import { takenBackRoutes } from './order/money/taken-back.routes.ts'
import { startTakenBack } from './order/money/taken-back.ts'
import { openPaymentCodes } from './order/payment-code/payment-codes.ts'
import { paymentCodeRoutes } from './order/payment-code/routes.ts'
import { pricePromiseRoutes } from './order/price-promise/routes.ts'
import { forgetNetworks, startRecordingReadings } from './order/proof-reading/record-readings.ts'
import { questionRoutes } from './order/question/routes.ts'
import { forgetQuestionTries } from './order/question/tries.ts'
import { orderReserveRoutes } from './order/reserve-ids.routes.ts'
import { orderRoutes } from './order/routes.ts'
import { orderTeamRoutes } from './order/team.routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { type FileLimits, openFileAdmission } from './shared/file-admission.ts'
import { forgetCommandKeys, recognizeRepeatedCommands } from './shared/repeated-commands.ts'
import { startScheduledTasks } from './shared/scheduled-tasks.ts'
import { viewRoutes } from './views/routes.ts'
import { deleteLeftViews } from './views/saved-view.ts'

export type CommandApiOptions = {
  eventStore: EventStore
  pool: Pool
  personalData: PersonalData
  files: FileStore
  tokenSecret: KeyRing
  publicUrl: string
  shopName: string
  signIn: SignInOptions
  /** The witnesses whose cosignatures are accepted. Default: none. */
  witnesses?: Verifier[] | undefined
  fileLimits: FileLimits
  /**
   * How many days to keep the proofs of an order that was archived while pending; 0 keeps them
   * forever.
   */
  proofRetentionDays: number
  /** How many seconds the email about a change waits for an undo; 0 sends the email at once. */
  undoSeconds: number
  /**
   * In naira: approving an order above this amount takes two people. Default: one person is always
   * enough.
   */
  fourEyesAbove?: number | undefined
  paymentEvidence?: PaymentEvidence | undefined
  /** How many naira a payment may fall short of an order's total. Default: 0. */
  paymentTolerance?: number | undefined
  /** `code` approves orders automatically by the matching rule `code`. Default: never. */
  autoApprove?: 'off' | 'code' | undefined
  /** `BANK_LINE_KEY`, from which the ids of bank lines are computed. */
  bankLineKey: Buffer
  /**
   * How many days until a bank line that pays for no order loses its texts; 0 keeps them forever.
   */
  bankLineDays: number
  shopAccount: ShopAccount
  log: Log
  now: Now
  /** The clock by which requests beyond a soft limit are delayed. Default: the system's clock. */
  clock?: Clock | undefined
}

export const commandApi: FastifyPluginAsync<CommandApiOptions> = async (app, options) => {
  recognizeRepeatedCommands(app, options)
  const pictures = openPictures({ now: options.now })
  app.addHook('onClose', pictures.close)
  const uploads = openUploadStore({ ...options, pictures })
  const admission = openFileAdmission({ ...options, limits: options.fileLimits })
  const paymentCodes = openPaymentCodes(options.pool, options.now)
  await app.register(createOrderRoutes, { ...options, proofs: uploads, paymentCodes, admission })
  await app.register(paymentCodeRoutes, { paymentCodes, clock: options.clock })
  await app.register(pricePromiseRoutes, options)
  const money = openOrderMoney({ ...options, codesMadeOn: paymentCodes.madeOn })
  await app.register(orderRoutes, { ...options, money })
  await app.register(approvalRoutes, { ...options, money })
  await app.register(takenBackRoutes, options)
  await app.register(owedRoutes, { money })
  await app.register(contactRoutes, options)
  await app.register(questionRoutes, options)
  await app.register(orderTeamRoutes, options)
  await app.register(orderReserveRoutes, options)
  await app.register(orderErasureRoutes, { ...options, money })
  await app.register(uploadRoutes, { ...options, uploads, admission })
  const catalogue = { ...options, names: openUniqueNames(options.pool) }
  const productPictures = openPictureStore({ ...options, pictures })
  await app.register(pictureRoutes, { ...options, pictures: productPictures, admission })
  await app.register(productRoutes, { ...catalogue, keepPicture: productPictures.keep })
  await app.register(locationRoutes, catalogue)
  await app.register(salesRoutes, catalogue)
  await app.register(mailRoutes, options)
  await app.register(bulkMailRoutes, options)
  await app.register(userPlugin, options)
  await app.register(viewRoutes, options)
  await app.register(reportRoutes, options)
  await app.register(bankRoutes, { ...options, admission })
  await app.register(bankLineRoutes, { ...options, underLocks: money.underLocks })
  await app.register(cosignatureRoutes, options)
  await app.register(verificationRoutes, options)

  const scheduledTasks = startScheduledTasks(
    [
      {
        name: 'uploads that no order named',
        run: (given) => sweepUploads({ ...given, ...given.fileLimits }),
      },
      { name: 'pictures that no product has', run: sweepPictures },
      { name: 'reserved ids that no order used', run: settleReservedIds },
      { name: 'proofs of orders archived while pending', run: deleteOldProofs },
      { name: 'erasures that were cut short', run: finishDestructions },
      { name: 'networks of proofs that nobody read', run: forgetNetworks },
      { name: 'tries at old questions', run: forgetQuestionTries },
      { name: 'views of people who left', run: deleteLeftViews },
      { name: 'previews of bank statements', run: dropOldPreviews },
      { name: 'files of imported bank statements', run: deleteEndedFiles },
      { name: 'texts of old bank lines', run: eraseOldLineTexts },
      { name: 'texts of old bank statements', run: eraseOldStatementTexts },
      { name: 'erasures of bank lines that were cut short', run: finishTextErasures },
      { name: 'checkpoints for the auditors', run: giveCheckpoint },
      {
        name: 'reasons why orders were left to people',
        // Automatic approval stores the current reasons in each of its rounds.
        run: async ({ autoApprove, pool }) => {
          if (autoApprove !== 'code') await keepReasons(pool, [])
        },
      },
      { name: 'keys of old commands', run: forgetCommandKeys },
    ],
    options,
  )
  app.addHook('onClose', scheduledTasks.stop)
  const mailRelease = startMailRelease(options)
  app.addHook('onClose', mailRelease.stop)
  const orderMoney = startOrderMoney(money)
  app.addHook('onClose', orderMoney.stop)
  const takenBack = startTakenBack(money)
  app.addHook('onClose', takenBack.stop)
  if (options.autoApprove === 'code') {
    const autoApproval = startAutoApproval(money)
    app.addHook('onClose', autoApproval.stop)
  }
  const readings = startRecordingReadings(options)
  app.addHook('onClose', readings.stop)
  const proof = startRecordingProof(options)
  app.addHook('onClose', proof.stop)
}
