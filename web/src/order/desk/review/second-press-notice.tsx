import { NoticeBox } from '../../../shared/feedback/notice-box.tsx'

/** Says why a flagged order is not approved at the first press. */
export const SecondPressNotice = ({ warning }: { warning: string }) => (
  <NoticeBox
    kind="failure"
    title={warning}
    text="Compare the two. Press A again to approve this one if it was paid for separately."
  />
)
