import { failureNotice } from '../api/error-catalogue.ts'
import { NoticeBox } from './notice-box.tsx'

/** In place of content that failed to load: the reason, and a button to try again. */
export const LoadFailed = ({
  what,
  query: { error, refetch },
}: {
  /** What it is, as it begins a sentence: `The history`. */
  what: string
  query: { error: unknown; refetch: () => Promise<unknown> }
}) => (
  <NoticeBox
    kind="failure"
    title={`${what} could not be loaded`}
    text={failureNotice(error, 'admin').text}
    action={{ text: 'Try again', onClick: () => void refetch() }}
  />
)
