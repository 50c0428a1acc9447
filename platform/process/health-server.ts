import type { Log } from '@strand/event-sourcing/log'
import type { HealthOptions } from '../http/health.ts'
import { createHttpServer, type HttpServer, registerHealth } from '../http/server.ts'

/** Serves only a service's health checks, on a port of their own. */
export const serveHealth = async (
  options: Omit<HealthOptions, 'details'> & { log: Log; port: number; host: string },
): Promise<HttpServer> => {
  const { log, port, host } = options
  const app = await createHttpServer({ log, authenticate: async () => null })
  registerHealth(app, { ...options, details: 'anyone' })
  await app.listen({ port, host })
  return app
}
