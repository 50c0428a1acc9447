import type { Log } from '@strand/event-sourcing/log'
import type { Tracing } from '@strand/event-sourcing/tracing'

/**
 * Opens tracing if the service has an address to send traces to; otherwise returns undefined and
 * loads nothing.
 *
 * @param endpoint `OTEL_EXPORTER_OTLP_ENDPOINT`
 */
export const openTracing = async (
  endpoint: string | undefined,
  about: { service: string; log: Log },
): Promise<Tracing | undefined> => {
  if (endpoint === undefined) return undefined
  const { openTelemetry } = await import('../tracing/open-telemetry.ts')
  return openTelemetry({ endpoint, ...about })
}
