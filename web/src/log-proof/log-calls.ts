import { logVerifierEndpoints } from '@strand/contracts/log-proof/log.endpoints'
import { useQueries, useQuery } from '@tanstack/react-query'
import { call, fetchResponse } from '../shared/api/client.ts'
import { saveFile } from '../shared/api/download.ts'
import { useCommand } from '../shared/server-state/use-command.ts'

const logKey = ['log-proof'] as const

/** Milliseconds between two polls: during a verification, and at other times. */
const looks = { verifying: 1_000, usual: 30_000 }

export const useLogStatus = () =>
  useQuery({
    queryKey: [...logKey, 'status'],
    queryFn: async ({ signal }) =>
      (await call(logVerifierEndpoints.getLogStatus, { signal })).result,
    // If nothing has loaded yet and the query failed, leaves retries to `keepAsking`. A poll from
    // here would replace the failure message with an outline.
    refetchInterval: ({ state }) => {
      if (state.error && !state.data) return false
      return state.data?.verification ? looks.verifying : looks.usual
    },
  })

/** For each of the given days, fetches a page of the days before it, newest first. */
export const useEarlierDays = (befores: readonly string[]) =>
  useQueries({
    queries: befores.map((before) => ({
      queryKey: [...logKey, 'days', before],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const sent = { query: { before }, signal }
        return (await call(logVerifierEndpoints.listLogCheckpoints, sent)).result
      },
    })),
  })

export const useVerifyNow = () =>
  useCommand({
    send: () => call(logVerifierEndpoints.verifyLog, {}),
    situation: 'action',
    invalidates: { queryKey: logKey },
  })

/** The index in the log of each of an order's events, by the event's log position. */
export const useLogIndexes = (orderId: string, enabled: boolean, events: number) =>
  useQuery({
    // The key contains the number of events, because a new event adds an index.
    queryKey: [...logKey, 'order', orderId, events],
    queryFn: async ({ signal }) => {
      const sent = { params: { orderId }, signal }
      const { result } = await call(logVerifierEndpoints.listOrderLogIndexes, sent)
      return new Map(result.map(({ position, index }) => [position, index]))
    },
    enabled,
  })

/** Saves a proof, as a file, that the log contains an event. Programs can check the proof. */
export const saveProof = async (index: number): Promise<void> => {
  const sent = { params: { index: String(index) }, headers: { accept: 'text/plain' } }
  const answer = await fetchResponse(logVerifierEndpoints.getLogProof, sent)
  saveFile(`event-${index}.tlog-proof`, await answer.blob())
}

export const saveText = (name: string, text: string): void =>
  saveFile(name, new Blob([text], { type: 'text/plain' }))
