import { Button } from '../buttons/button.tsx'

/** The button of a toast that undoes what the toast reports. */
export const undoButton = (onUndo: () => void) => (dismiss: () => void) => (
  <Button
    size="small"
    onClick={() => {
      dismiss()
      onUndo()
    }}
  >
    Undo
  </Button>
)
