import { staffCommandHandler } from '@strand/command-api/order/handler'
import { startAutoApproval } from '@strand/command-api/order/money/auto-approval'
import { startOrderMoney } from '@strand/command-api/order/money/finish'
import { archiveOrder, openOrderMoney } from '@strand/command-api/order/money/order-money'
import { silentLog } from '@strand/event-sourcing/log'
import { keyRing } from '@strand/platform/crypto/key-ring'
import { theShop } from '@strand/platform/fairness/places'
import type { Origin } from '@strand/platform/http/command-origin'
import type { CreateOrder } from '../../../contracts/order/order.ts'
import { normalizePaymentCode } from '../../../contracts/order/payment-code.ts'
import type { OrderStatus } from '../../../contracts/order/status.ts'
import { openSimulatedPool } from '../database/client.ts'
import { snapshotOf } from './form.ts'
import type { Shop } from './shop.ts'

/** Seconds in which a change can be undone before its mail goes. */
const undoSeconds = 1

type Evidence = { lines: { lineId: string; amountKobo: number }[] } | null

/** The port of a service to the database. */
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

/** command-api without its routes: what they call, and what runs beside them. */
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
    shopAccount: { accountName: 'Simulated' },
    codesMadeOn: async (codes) => new Map(codes.map((code) => [code, '2000-01-01'])),
  })
  const handle = staffCommandHandler({ eventStore, pool, now, undoSeconds })
  wiring.startMailRelease({ eventStore, pool, log: silentLog, now })
  startOrderMoney(money)
  startAutoApproval(money)
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
          takeSnapshot: async (asked) => snapshotOf(asked.form),
        },
        form,
        [null],
        { key, correlationId: key, by: theShop },
      ),
    approve: (orderId: string, evidence: Evidence, origin: Origin) =>
      wiring.approveOrder(money, orderId, {
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
    restore: (orderId: string, origin: Origin) =>
      handle(orderId, () => ({ type: 'RestoreOrder' }), origin, undefined),
    changeStatus: (orderId: string, to: OrderStatus, origin: Origin) =>
      handle(orderId, () => ({ type: 'ChangeStatus', to, message: null }), origin, undefined),
    addNote: async (orderId: string, origin: Origin) => {
      const note = await sealed('Called')
      return handle(orderId, () => ({ type: 'AddNote', note, mentions: [] }), origin, undefined)
    },
  }
}

export type Api = ReturnType<typeof startApi>
