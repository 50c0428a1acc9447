import { describe, inject } from 'vitest'
import { queueContract } from './testing/queue.contract.ts'

const redisUrl = inject('redisUrl')

// Redis has 16 numbered databases, enough for each test of the contract to have its own.
let database = 0
const suite = () =>
  queueContract(async () => {
    const url = new URL(redisUrl)
    url.pathname = `/${database++}`
    return url.href
  })

if (redisUrl) describe('queue on Redis', suite)
else describe.skip('queue on Redis (not run: no redis-server on this machine)', suite)
