import { bankEndpoints } from '@strand/contracts/money/bank.endpoints'
import { call } from '../../shared/api/client.ts'
import { randomId } from '../../shared/browser/random-id.ts'

/** Milliseconds between two tries, each of which waits for the server for some seconds. */
const pause = 500

/**
 * Takes a statement back. As long as the answer is that it goes on, the same command is sent again:
 * its last answer names the position of what was written, for which the lists wait.
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
