import { Button } from '../buttons/button.tsx'

export const SubmitButton = ({
  busy,
  text,
  busyText,
  isFirst = false,
}: {
  busy: boolean
  text: string
  busyText: string
  isFirst?: boolean
}) => (
  <Button
    type="submit"
    variant="primary"
    data-first-focus={isFirst || undefined}
    busy={busy}
    disabled={busy}
  >
    {busy ? busyText : text}
  </Button>
)
