import type { Log } from '@strand/event-sourcing/log'
import type { Tracing } from '@strand/event-sourcing/tracing'

/**
 * Traces of a service that has somewhere to send them; undefined, and nothing is loaded, without.
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
