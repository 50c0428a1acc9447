import { useEffect, useState } from 'react'
import { isApiError } from '../../../shared/api/api-error.ts'
import { useOnlineStatus } from '../../../shared/browser/use-online-status.ts'
import { keepPaymentCode, usePaymentCode } from '../draft/payment-code.ts'
import { issuePaymentCode } from '../form-api.ts'

/**
 * The payment code of the next order: the kept one, or else a new one. A failure
 * stays until the next try, which the customer or a returning network begins.
 */
export const useIssuedCode = () => {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failed try is not repeated by itself
  useEffect(() => {
    if (isMissing && online) void ask()
  }, [isMissing, online])

  return { code, online, isAsking, failure, ask }
}

/** The shop's own words when it answered: too many codes, or a moment's trouble. */
const failureText = (error: unknown): string =>
  isApiError(error) && error.answered ? error.message : 'The shop can’t be reached at the moment.'
