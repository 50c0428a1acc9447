import { isApiError } from '../api/api-error.ts'
import { failureNotice } from '../api/error-catalogue.ts'
import { NoticeBox } from './notice-box.tsx'

/**
 * Says why something did not load. Does not use the specification's text for a call without an
 * answer, because that text says that the request seems to be invalid.
 */
const loadFailureText = (error: unknown): string =>
  isApiError(error) && (error.answered || error.isTimeout)
    ? failureNotice(error, 'admin').text
    : 'There was no answer. Please check your connection.'

/** Shown in place of content that failed to load: the reason, and a button that tries again. */
export const LoadFailed = ({
  what,
  query: { error, refetch },
}: {
  /** What failed to load, worded as the beginning of a sentence: `The history`. */
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
