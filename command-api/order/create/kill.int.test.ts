import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { eventually } from '@strand/platform/testing/eventually'
import { random } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import { expect, test } from 'vitest'
import { openDurableShop, startServer } from '../../testing/server-process.ts'
import { formFor } from '../../testing/test-shop.ts'

const rounds = repetitions({ usual: 1, long: 30 })
const clients = 8

const uploadTo = async (address: string, content: Buffer) => {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(content)]), 'proof.pdf')
  const answer = await fetch(`${address}/api/uploads`, { method: 'POST', body })
  if (answer.status !== 201) throw new Error(`upload: ${answer.status}`)
  return ((await answer.json()) as { fileUid: string }).fileUid
}

const submitTo = async (address: string, key: string, fileUid: string): Promise<string> => {
  const form = formFor([{ fileUid, fileName: 'proof.pdf', fileType: 'application/pdf' }])
  const answer = await fetch(`${address}/api/create-order`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(form),
  })
  if (answer.status !== 201) throw new Error(`order: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { orderId: string }).orderId
}

test('an acknowledged order survives a kill, and any other becomes one order when sent again', async () => {
  const { folder, pool, environment } = await openDurableShop()
  const sent = new Map<string, { fileUid: string; orderId?: string }>()

  for (let round = 0; round < rounds; round++) {
    const server = await startServer(environment)
    let killed = false
    const work = Array.from({ length: clients }, async (_, client) => {
      for (let n = 0; !killed; n++) {
        const key = `${round}-${client}-${n}`
        try {
          const fileUid = await uploadTo(server.address, Buffer.from(`%PDF-1.7 ${key}`))
          sent.set(key, { fileUid })
          const orderId = await submitTo(server.address, key, fileUid)
          sent.set(key, { fileUid, orderId })
        } catch (error) {
          if (!killed) throw error
        }
      }
    })
    // Kills the server at a random point in one of the orders, however fast the machine is.
    const enough = sent.size + clients + 1 + Math.floor(random() * 3 * clients)
    await eventually(
      () => sent.size,
      (value) => value >= enough,
    )
    await new Promise((resolve) => setTimeout(resolve, random() * 30))
    // The clients work in step, so all may be uploading: waits until one has sent its order.
    await eventually(
      () => [...sent.values()].some(({ orderId }) => !orderId),
      (isWaiting) => isWaiting,
    )
    killed = true
    await server.kill()
    await Promise.all(work)
  }

  const server = await startServer(environment)
  const unknown = [...sent.values()].filter(({ orderId }) => !orderId).length
  expect(sent.size).toBeGreaterThan(rounds * clients)
  expect(unknown).toBeGreaterThan(0)
  const ids = new Set<string>()
  for (const [key, { fileUid, orderId }] of sent) {
    const again = await submitTo(server.address, key, fileUid)
    if (orderId) expect(again).toBe(orderId)
    ids.add(again)
  }
  expect(ids.size).toBe(sent.size)
  // Only the submission that claimed an upload can use it, whatever was interrupted.
  for (const { fileUid } of [...sent.values()].slice(-clients))
    await expect(submitTo(server.address, `other ${fileUid}`, fileUid)).rejects.toThrow('400')

  const { rows } = await pool.query<{
    data: { files: { key: string; size: number; sha256: string }[] }
  }>(`select data from event_log.event where type = 'OrderCreated'`)
  expect(rows).toHaveLength(sent.size)
  const stored = await readdir(path.join(folder, 'files'), { recursive: true })
  for (const { data } of rows)
    for (const { key, size, sha256 } of data.files) {
      const name = stored.find((entry) => path.basename(entry) === key)
      const bytes = await readFile(path.join(folder, 'files', name ?? 'missing'))
      expect(bytes).toHaveLength(size)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    }
})
