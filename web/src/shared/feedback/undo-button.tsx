import { Button } from '../buttons/button.tsx'

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
