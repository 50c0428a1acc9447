import { z } from 'zod'
import { resultOf } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { pathIdentifier } from '../text.ts'
import {
  LogCheckpoint,
  LogCheckpointsQuery,
  LogCosigned,
  LogCosigning,
  LogStatus,
  LogVerification,
  LogVerificationAsked,
  logIndexParameter,
  OrderLogIndexes,
} from './log.ts'

const logPath = '/api/audit/log'

const part = pathIdentifier
/** For auditors, superadministrators, and programs with the token `LOG_READ_TOKEN`. */
const verifiers = { permission: 'log.verify', orToken: 'log-read' } as const

/**
 * The public proof of the event log: only hashes, numbers and signatures, in the formats of
 * c2sp.org/tlog-tiles. In a path, a tile's number is split into groups of three digits, and each
 * group is a segment. The path of a partial tile ends with its width: `1/x001/067.p/12`. Two groups
 * suffice for 256 million events.
 */
export const logEndpoints = endpoints('Log', {
  getLogCheckpoint: {
    method: 'GET',
    path: `${logPath}/checkpoint`,
    access: 'public',
    summary: 'Get the newest signed checkpoint of the event log',
    streams: ['text/plain'],
  },
  getLogKey: {
    method: 'GET',
    path: `${logPath}/key`,
    access: 'public',
    summary: 'Get the public key for verifying checkpoint signatures',
    streams: ['text/plain'],
  },
  getLogKeyChanges: {
    method: 'GET',
    path: `${logPath}/key-changes`,
    access: 'public',
    summary: 'Get the records of all signing key changes, each signed with the old and the new key',
    streams: ['text/plain'],
  },
  getLogTile: {
    method: 'GET',
    path: `${logPath}/tile/:level/:first`,
    access: 'public',
    summary: 'Get 256 hashes of the event log’s tree',
    params: z.object({ level: part, first: part }),
    streams: ['application/octet-stream'],
  },
  getLogTileInTwoParts: {
    method: 'GET',
    path: `${logPath}/tile/:level/:first/:second`,
    access: 'public',
    summary: 'Get up to 256 hashes of the event log’s tree, from a tile whose path has two parts',
    params: z.object({ level: part, first: part, second: part }),
    streams: ['application/octet-stream'],
  },
  getLogTileInThreeParts: {
    method: 'GET',
    path: `${logPath}/tile/:level/:first/:second/:third`,
    access: 'public',
    summary: 'Get up to 256 hashes of the event log’s tree, from a tile whose path has three parts',
    params: z.object({ level: part, first: part, second: part, third: part }),
    streams: ['application/octet-stream'],
  },
})

/**
 * Files that reveal more than hashes, because leaves contain event types. A proof has the format of
 * c2sp.org/tlog-proof, with the leaf as its `extra`; entries have the format of the entry bundles
 * in c2sp.org/tlog-tiles.
 */
export const logVerifierEndpoints = endpoints('Log', {
  getLogProof: {
    method: 'GET',
    path: `${logPath}/proof/:index`,
    access: verifiers,
    summary: 'Get the proof that an event is in the event log',
    params: logIndexParameter,
    streams: ['text/plain'],
  },
  getLogEntries: {
    method: 'GET',
    path: `${logPath}/tile/entries/:first`,
    access: verifiers,
    summary: 'Get 256 leaves of the event log',
    params: z.object({ first: part }),
    streams: ['application/octet-stream'],
  },
  getLogEntriesInTwoParts: {
    method: 'GET',
    path: `${logPath}/tile/entries/:first/:second`,
    access: verifiers,
    summary: 'Get up to 256 leaves of the event log, from a bundle whose path has two parts',
    params: z.object({ first: part, second: part }),
    streams: ['application/octet-stream'],
  },
  getLogEntriesInThreeParts: {
    method: 'GET',
    path: `${logPath}/tile/entries/:first/:second/:third`,
    access: verifiers,
    summary: 'Get up to 256 leaves of the event log, from a bundle whose path has three parts',
    params: z.object({ first: part, second: part, third: part }),
    streams: ['application/octet-stream'],
  },
  cosignLogCheckpoint: {
    method: 'POST',
    path: `${logPath}/cosignatures`,
    access: verifiers,
    summary: 'Add a registered witness’s cosignature to a checkpoint',
    body: LogCosigning,
    response: { 200: LogCosigned },
  },
  getLogStatus: {
    method: 'GET',
    path: `${logPath}/status`,
    access: verifiers,
    summary: 'Get the state of the proof of the log: checkpoints, cosignatures and verifications',
    response: { 200: resultOf(LogStatus) },
  },
  listLogCheckpoints: {
    method: 'GET',
    path: `${logPath}/checkpoints`,
    access: verifiers,
    summary: 'List the last checkpoint of each day, newest first',
    query: LogCheckpointsQuery,
    response: { 200: resultOf(z.array(LogCheckpoint)) },
  },
  listOrderLogIndexes: {
    method: 'GET',
    path: `${logPath}/orders/:orderId`,
    access: verifiers,
    summary: 'List the log indexes of an order’s events',
    params: z.object({ orderId: pathIdentifier }),
    response: { 200: resultOf(OrderLogIndexes) },
  },
  verifyLog: {
    method: 'POST',
    path: `${logPath}/verifications`,
    access: { permission: 'log.verify' },
    summary: 'Verify the event log now, unless a verification is already running',
    response: { 202: LogVerificationAsked },
  },
  getLatestLogVerification: {
    method: 'GET',
    path: `${logPath}/verifications/latest`,
    access: verifiers,
    summary: 'Get the latest verification and its progress',
    response: { 200: resultOf(LogVerification.nullable()) },
  },
})
