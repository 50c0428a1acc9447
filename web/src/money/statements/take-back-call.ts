import { bankEndpoints } from '@strand/contracts/money/bank.endpoints'
import { call } from '../../shared/api/client.ts'
import { randomId } from '../../shared/browser/random-id.ts'

/** Milliseconds between two tries; each try waits some seconds for the server. */
const pause = 500

/**
 * Takes a statement back. While the answer says that it is still running, the same command is sent
 * again. The last answer has the log position that the lists wait for.
 */
export const takeBackStatement = async (
  statementId: string,
  body: { reason: string },
  onLong: () => void,
) => {
  const headers = { 'idempotency-key': randomId() }
  for (;;) {
    const sent = { params: { statementId }, body, headers }
    const answer = await call(bankEndpoints.takeBackBankStatement, sent)
    if ('withdrawn' in answer.result) return answer
    onLong()
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
