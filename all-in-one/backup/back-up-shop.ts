import type { Log } from '@strand/event-sourcing/log'
import { openPool } from '@strand/event-sourcing/postgres/pool'
import type { Manifest } from '@strand/platform/backup/manifest'
import { openBackupStore } from '@strand/platform/backup/store'
import { takeBackup } from '@strand/platform/backup/take'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import { openFiles } from '@strand/platform/files/open'
import { openEventStore } from '@strand/platform/process/open-event-store'
import { filesInUse } from './files-in-use.ts'
import type { ShopUrls } from './restore-shop.ts'
import type { ShopSecrets } from './secrets.ts'
import { addUp } from './sums.ts'

export const backUpShop = async (options: {
  from: ShopUrls
  to: string
  secrets: ShopSecrets
  log: Log
}): Promise<Manifest> => {
  const { from, log } = options
  const store = await openBackupStore(options.to)
  const pool = openPool(from.databaseUrl, { log, name: 'strand backup', statementTimeout: 0 })
  const eventStore = await openEventStore(from.eventStoreUrl, { log, requireDurable: false })
  try {
    const files = await openFiles(from.filesUrl, { log })
    return await takeBackup({
      store,
      pool,
      eventStore,
      files,
      secrets: options.secrets,
      addUp,
      filesInUse: () => filesInUse({ pool, eventStore }),
    })
  } finally {
    await eventStore.close()
    await pool.end()
  }
}

type Keys = { [name in keyof ShopSecrets]: Buffer | KeyRing }

const textOf = (key: Buffer | KeyRing) =>
  [key]
    .flat()
    .map((one) => one.toString('base64'))
    .join(',')

export const secretsOf = (keys: Keys): ShopSecrets => ({
  TOKEN_SECRET: textOf(keys.TOKEN_SECRET),
  PERSONAL_DATA_KEY: textOf(keys.PERSONAL_DATA_KEY),
  BANK_LINE_KEY: textOf(keys.BANK_LINE_KEY),
  LOG_SIGNING_KEY: textOf(keys.LOG_SIGNING_KEY),
  LOG_WRITER_KEY: textOf(keys.LOG_WRITER_KEY),
})
