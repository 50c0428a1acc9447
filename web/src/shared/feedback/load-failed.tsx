import { isApiError } from '../api/api-error.ts'
import { failureNotice } from '../api/error-catalogue.ts'
import { NoticeBox } from './notice-box.tsx'

/**
 * Why something did not load. The specification's text for a call without an answer is not used,
 * because it says that the request seems to be invalid.
 */
const loadFailureText = (error: unknown): string =>
  isApiError(error) && (error.answered || error.isTimeout)
    ? failureNotice(error, 'admin').text
    : 'There was no answer. Please check your connection.'

/** Replaces content that failed to load: the reason, and a button that tries again. */
export const LoadFailed = ({
  what,
  query: { error, refetch },
}: {
  /** The failed content, as the beginning of a sentence: `The history`. */
  what: string
  query: { error: unknown; refetch: () => Promise<unknown> }
}) => (
  <NoticeBox
    kind="failure"
    title={`${what} could not be loaded`}
    text={loadFailureText(error)}
    action={{ text: 'Try again', onClick: () => void refetch() }}
  />
)
