import type { Readable } from 'node:stream'
import { openAccountEvents } from '@strand/command-api/accounts/account/account-events'
import { archiveOrRestore } from '@strand/command-api/accounts/archive.routes'
import { createUser } from '@strand/command-api/accounts/create.routes'
import { bankAccountIdOf, ensureShopAccount } from '@strand/command-api/money/accounts'
import { awaitImport, beginImport } from '@strand/command-api/money/import/begin-import'
import { openStatement, type withStatement } from '@strand/command-api/money/import/open-statement'
import { previewStatement, receiveStatement } from '@strand/command-api/money/import/preview'
import { startImports } from '@strand/command-api/money/import/run-imports'
import { type FromWorker, openTask } from '@strand/command-api/money/import/statement-task'
import { finishTextErasures } from '@strand/command-api/money/line/erase-text'
import { askUndo, awaitUndo } from '@strand/command-api/money/undo-import/undo-import'
import { finishDestructions } from '@strand/command-api/order/erasure/destruction'
import { eraseOrder } from '@strand/command-api/order/erasure/routes'
import { staffCommandHandler } from '@strand/command-api/order/handler'
import { startAutoApproval } from '@strand/command-api/order/money/auto-approval'
import { startOrderMoney } from '@strand/command-api/order/money/finish'
import { archiveOrder, openOrderMoney } from '@strand/command-api/order/money/order-money'
import { startScheduledTasks } from '@strand/command-api/shared/scheduled-tasks'
import { uuidFrom } from '@strand/event-sourcing/commands/event-id'
import { conflict, unavailable } from '@strand/event-sourcing/errors'
import { silentLog } from '@strand/event-sourcing/log'
import { requestRebuild } from '@strand/event-sourcing/processors/rebuild'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { theShop } from '@strand/platform/fairness/places'
import type { Origin } from '@strand/platform/http/command-origin'
import type { CreateOrder } from '../../../contracts/order/order-form.ts'
import { normalizePaymentCode } from '../../../contracts/order/payment-code.ts'
import type { OrderStatus } from '../../../contracts/order/status.ts'
import { openSimulatedPool } from '../database/client.ts'
import { contextOf } from './form.ts'
import type { Shop } from './shop.ts'

const shopAccount = {
  bankName: 'First Example Bank',
  accountName: 'Simulated',
  accountNumber: '0123456789',
}

/** The chunks of a stream, without a real stream's ticks. */
const chunksOf = async function* (bytes: Buffer) {
  yield bytes
} as unknown as (bytes: Buffer) => Readable

/** Reads a file on this thread, because another thread would be outside the world. */
const readHere: typeof withStatement = async (task, _by, use) => {
  const messages: FromWorker[] = []
  const sendLines = openTask(task, (message) => messages.push(message))
  const receive = async () => {
    // Waits for a tick, because the caller asks for the lines only after this call.
    await null
    return messages.shift() as FromWorker
  }
  return use(await openStatement(receive, sendLines))
}

export const detailsOf = (email: string) => ({
  firstname: 'Ngozi',
  lastname: 'Eze',
  email,
  phone: '',
  countryCode: 'NG',
})

/** In milliseconds: the pause between rounds of periodic tasks. */
const taskPause = 60_000

/** In seconds: how long an email waits for an undo. */
const undoSeconds = 1

type Evidence = { lines: { lineId: string; amountKobo: number }[] } | null

export const poolOf = (shop: Shop, service: 'api' | 'projections' | 'workers') => {
  const { world, database, faults, wiring } = shop
  const intercept = wiring.intercept?.(service, shop)
  return openSimulatedPool({
    world,
    database,
    faults: faults.database,
    ...(intercept && { intercept }),
  })
}

/** command-api without its routes: the functions behind them, and the background work. */
export const startApi = (shop: Shop) => {
  const { wiring, personalData } = shop
  const pool = poolOf(shop, 'api')
  const port = shop.log.connect(shop.faults.log)
  const eventStore = wiring.eventStore(port, 'api', shop)
  const now = () => new Date()
  const money = openOrderMoney({
    eventStore,
    pool,
    personalData,
    undoSeconds,
    log: silentLog,
    now,
    shopName: 'Simulated',
    shopAccount,
    codesMadeOn: async (codes) => new Map(codes.map((code) => [code, '2000-01-01'])),
  })
  const handle = staffCommandHandler({ eventStore, pool, now, undoSeconds })
  wiring.startMailRelease({ eventStore, pool, log: silentLog, now })
  startOrderMoney(money)
  startAutoApproval(money)
  const filesWith = (arriving: Buffer = Buffer.alloc(0)) => ({
    write: async (key: string) => {
      shop.files.set(key, arriving)
      return { size: arriving.length, sha256: '' }
    },
    read: async (key: string) => {
      const bytes = shop.files.get(key)
      return bytes ? { stream: chunksOf(bytes), size: bytes.length } : null
    },
    delete: async (key: string) => {
      shop.files.delete(key)
    },
  })
  const options = {
    ...money,
    money,
    files: filesWith(),
    shopAccount,
    bankLineKey: Buffer.alloc(32, 3),
    readFile: readHere,
  }
  const imports = startImports(options)
  startScheduledTasks(
    [
      { name: 'erasures', run: () => finishDestructions(options) },
      { name: 'erasures of lines', run: () => finishTextErasures(options) },
    ],
    { pool, log: silentLog, firstMs: taskPause, everyMs: taskPause },
  )
  const accountEvents = openAccountEvents({ pool, eventStore, log: silentLog })
  const people = { pool, eventStore, accountEvents }
  const sealed = async (text: string) => personalData.seal(await personalData.take(), { text })

  return {
    place: (form: CreateOrder, key: string) =>
      wiring.createOrder(
        {
          eventStore,
          pool,
          personalData,
          now,
          tokenSecret: keyRing(Buffer.alloc(32)),
          proofs: { store: async () => [], discard: async () => {} },
          paymentCodes: {
            issue: async () => '',
            take: async (typed) => normalizePaymentCode(typed),
            release: async () => {},
            madeOn: async () => new Map(),
          },
          claimAndRead: async (asked) => contextOf(asked.form),
        },
        form,
        [null],
        { key, correlationId: key, by: theShop },
      ),
    approve: (orderId: string, evidence: Evidence, origin: Origin) =>
      wiring.approveWithLines(money, orderId, {
        command: () => ({ type: 'ApproveOrder', evidence }),
        origin,
      }),
    archive: async (orderId: string, origin: Origin) => {
      const message = await sealed('No money came')
      const command = async () => ({ type: 'ArchiveOrder', message }) as const
      return archiveOrder(money, orderId, command, { origin, seen: undefined })
    },
    undo: (orderId: string, position: string, origin: Origin) =>
      wiring.undoOrderChange(money, orderId, position, { origin, seen: undefined }),
    erase: async (orderId: string, origin: Origin) => {
      const { position } = await eraseOrder(options, orderId, { origin, seen: undefined })
      return { position, events: [{ type: 'OrderPersonalDataErased' }] }
    },
    rebuild: (name: string) => requestRebuild(pool, [name]),
    preview: async (file: Buffer) => {
      await ensureShopAccount(options)
      const part = { file: { destroy: () => {} }, filename: 'statement.csv' } as never
      const received = await receiveStatement(
        { ...options, files: filesWith(file) },
        part,
        {} as never,
      )
      return previewStatement(options, received, {
        by: theShop,
        account: {
          bankAccountId: bankAccountIdOf(shopAccount.accountNumber),
          ...shopAccount,
          currency: 'NGN',
        },
        mapping: undefined,
        asked: undefined,
        noTexts: false,
      })
    },
    importStatement: async (previewId: string, origin: Origin) => {
      await beginImport(options, { previewId, confirm: true }, origin)
      imports.wake()
      const found = await awaitImport(pool, previewId, undefined)
      if (found?.state === 'failed') throw conflict(found.problem)
      if (!found?.position) throw unavailable('The import')
      return { statementId: found.statementId, position: BigInt(found.position) }
    },
    undoImport: async (statementId: string, origin: Origin) => {
      await askUndo(options, statementId, 'The wrong file', origin)
      imports.wake()
      const row = await awaitUndo(pool, statementId, undefined)
      if (row.problem !== '') throw conflict(row.problem)
      if (row.position === null) throw unavailable('The undo')
      return { position: BigInt(row.position) }
    },
    addUser: async (email: string, origin: Origin) => {
      const userId = uuidFrom(origin.commandId, 'user')
      const personal = personalData.seal(await personalData.take(), detailsOf(email))
      const account = { userId, email, passwordHash: '', role: 'administrator', personal } as const
      return { userId, position: await createUser(people, origin, account) }
    },
    archiveUser: async (userId: string, origin: Origin) => ({
      userId,
      position: await archiveOrRestore(people, origin, userId, 'archive'),
    }),
    restoreUser: async (userId: string, origin: Origin) => ({
      userId,
      position: await archiveOrRestore(people, origin, userId, 'restore'),
    }),
    restore: (orderId: string, origin: Origin) =>
      handle(orderId, () => ({ type: 'RestoreOrder' }), { origin }),
    changeStatus: (orderId: string, to: OrderStatus, origin: Origin) =>
      handle(orderId, () => ({ type: 'ChangeStatus', to, message: null }), { origin }),
    addNote: async (orderId: string, origin: Origin) => {
      const note = await sealed('Called')
      return handle(orderId, () => ({ type: 'AddNote', note, mentions: [] }), { origin })
    },
  }
}

export type Api = ReturnType<typeof startApi>
