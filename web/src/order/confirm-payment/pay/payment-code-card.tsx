import { useEffect, useState } from 'react'
import { isApiError } from '../../../shared/api/api-error.ts'
import { useOnlineStatus } from '../../../shared/browser/use-online-status.ts'
import { Button } from '../../../shared/buttons/button.tsx'
import { CopyButton } from '../../../shared/buttons/copy-button.tsx'
import { Skeleton } from '../../../shared/feedback/loading.tsx'
import { keepPaymentCode, usePaymentCode } from '../draft/payment-code.ts'
import { issuePaymentCode } from '../form-api.ts'

/**
 * The code for the transfer, or the reason why there is none. The customer can also send the money
 * without a code.
 */
export const PaymentCodeCard = () => {
  const { code, online, isAsking, failure, ask } = useIssuedCode()
  return (
    <section className="bank-account pay-code" aria-label="Payment code">
      <p className="bank-account-title">
        Payment code, for the description (narration or remark) of your transfer
      </p>
      <div className="bank-account-number">
        <span role="status" aria-label="Your payment code">
          {code || (isAsking && <Skeleton width="9rem" />)}
        </span>
        {code && <CopyButton text={code} what="Payment code" />}
      </div>
      <div role="alert">{failure && <Failure text={failure} hasCode={code !== ''} />}</div>
      {!online && code === '' && (
        <p role="status">
          You’re offline. Your code will appear when you’re back online; you can also pay without
          one.
        </p>
      )}
      {code && <p>Use it for this order only. It lets us find your payment right away.</p>}
      {(code || failure) && (
        <Button size="small" busy={isAsking} disabled={isAsking || !online} onClick={ask}>
          {code ? 'Get another code' : 'Try again'}
        </Button>
      )}
    </section>
  )
}

const Failure = ({ text, hasCode }: { text: string; hasCode: boolean }) => (
  <p className="notice notice-failure">
    {hasCode ? 'Your code stays the same.' : 'No code yet; you can also pay without one.'} {text}
  </p>
)

/**
 * The payment code for the next order: the stored code, or else a new one from the shop. After a
 * failure, the next try starts when the customer asks or the network returns.
 */
const useIssuedCode = () => {
  const code = usePaymentCode()
  const online = useOnlineStatus()
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState('')

  const ask = async () => {
    if (isAsking) return
    setAsking(true)
    setFailure('')
    try {
      keepPaymentCode((await issuePaymentCode()).code)
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setAsking(false)
    }
  }
  const isMissing = code === ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failed try is not repeated automatically
  useEffect(() => {
    if (isMissing && online) void ask()
  }, [isMissing, online])

  return { code, online, isAsking, failure, ask }
}

/** If the shop answered, its own message, for example that too many codes were issued. */
const failureText = (error: unknown): string =>
  isApiError(error) && error.answered ? error.message : 'The shop can’t be reached at the moment.'
