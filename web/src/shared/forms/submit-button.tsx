import { Button } from '../buttons/button.tsx'

/** The button that sends a form, and its text while a request runs. */
export const SubmitButton = ({
  busy,
  text,
  busyText,
}: {
  busy: boolean
  text: string
  busyText: string
}) => (
  <Button type="submit" variant="primary" busy={busy} disabled={busy}>
    {busy ? busyText : text}
  </Button>
)
