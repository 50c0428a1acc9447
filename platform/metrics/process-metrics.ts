import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { type DiskReserve, spaceAboveReserve } from '../files/disk-reserve.ts'
import type { FileStore } from '../files/file-store.ts'
import { type Metrics, openMetrics } from './metrics.ts'

const nanoseconds = 1e9

/**
 * Opens the metrics of a process, and adds those that every process has.
 *
 * @param pools the process's pools, each under the name of the service whose role it uses
 */
export const openProcessMetrics = (pools: Record<string, Pool>): Metrics => {
  const metrics = openMetrics()
  measureProcess(metrics)
  measurePools(metrics, pools)
  return metrics
}

/** Memory, CPU time, and how long the event loop is blocked. */
const measureProcess = (metrics: Metrics): void => {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  metrics.gauges(
    {
      process_resident_memory_bytes: 'Memory that the process uses.',
      process_cpu_seconds_total: 'Processor time that all threads of the process have used.',
      process_start_time_seconds: 'When the process started, in seconds since 1970.',
      strand_event_loop_delay_seconds:
        'Delay of the event loop since the last answer, by quantile.',
    },
    () => {
      const { user, system } = process.cpuUsage()
      const quantiles = [0.5, 0.99, 1].map((quantile) => ({
        labels: { share: quantile },
        value: (delay.count > 0 ? delay.percentile(quantile * 100) : 0) / nanoseconds,
      }))
      delay.reset()
      return {
        process_resident_memory_bytes: [{ value: process.memoryUsage.rss() }],
        process_cpu_seconds_total: [{ value: (user + system) / 1e6 }],
        process_start_time_seconds: [{ value: performance.timeOrigin / 1_000 }],
        strand_event_loop_delay_seconds: quantiles,
      }
    },
  )
}

const measurePools = (metrics: Metrics, pools: Record<string, Pool>): void => {
  metrics.gauges(
    {
      strand_postgres_connections:
        'Connections to Postgres, by service and state: busy, idle or awaited.',
    },
    () => ({
      strand_postgres_connections: Object.entries(pools).flatMap(([service, pool]) => [
        { labels: { service, state: 'busy' }, value: pool.totalCount - pool.idleCount },
        { labels: { service, state: 'idle' }, value: pool.idleCount },
        { labels: { service, state: 'awaited' }, value: pool.waitingCount },
      ]),
    }),
  )
}

/** Adds no metrics for a store without a disk of its own. */
export const measureDisk = (
  metrics: Metrics,
  files: Pick<FileStore, 'space'>,
  reserve: DiskReserve,
): void => {
  const { space } = files
  if (!space) return
  metrics.gauges(
    {
      strand_disk_free_bytes: 'Free bytes on the disk that holds the files.',
      strand_disk_size_bytes: 'Size of the disk that holds the files.',
      strand_disk_above_reserve_bytes:
        'Bytes that uploads may still take before they are refused; negative once they are.',
    },
    async () => {
      const { free, total } = await space()
      return {
        strand_disk_free_bytes: [{ value: free }],
        strand_disk_size_bytes: [{ value: total }],
        strand_disk_above_reserve_bytes: [{ value: await spaceAboveReserve(files, reserve) }],
      }
    },
  )
}
