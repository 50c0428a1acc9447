import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { pathIdentifier } from '../text.ts'

/** Where the public proof of the event log lies; a log's origin ends with it. */
export const logPath = '/api/audit/log'

const part = pathIdentifier

/**
 * The proof of the event log: hashes, numbers and signatures alone, in the formats of
 * c2sp.org/tlog-tiles. A tile's number is written in groups of three digits, a part of the path
 * each, and a partial tile adds its width: `1/x001/067.p/12`. Two groups reach as far as 256
 * million events.
 */
export const logEndpoints = endpoints('Log', {
  getLogCheckpoint: {
    ...{ method: 'GET', path: `${logPath}/checkpoint`, access: 'public' },
    summary: 'Get the newest signed checkpoint of the event log',
    streams: ['text/plain'],
  },
  getLogKey: {
    ...{ method: 'GET', path: `${logPath}/key`, access: 'public' },
    summary: 'Get the key that checks the signatures of checkpoints',
    streams: ['text/plain'],
  },
  getLogTile: {
    ...{ method: 'GET', path: `${logPath}/tile/:level/:first`, access: 'public' },
    summary: 'Get 256 hashes of the event log’s tree',
    params: z.object({ level: part, first: part }),
    streams: ['application/octet-stream'],
  },
  getLogTileInTwoParts: {
    ...{ method: 'GET', path: `${logPath}/tile/:level/:first/:second`, access: 'public' },
    summary: 'Get up to 256 hashes of the event log’s tree, from a tile whose path has two parts',
    params: z.object({ level: part, first: part, second: part }),
    streams: ['application/octet-stream'],
  },
  getLogTileInThreeParts: {
    ...{ method: 'GET', path: `${logPath}/tile/:level/:first/:second/:third`, access: 'public' },
    summary: 'Get up to 256 hashes of the event log’s tree, from a tile whose path has three parts',
    params: z.object({ level: part, first: part, second: part, third: part }),
    streams: ['application/octet-stream'],
  },
})
