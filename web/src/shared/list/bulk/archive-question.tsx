import { type ReactNode, useState } from 'react'
import { Button } from '../../buttons/button.tsx'
import { Modal } from '../../dialogs/modal.tsx'

/**
 * If there is a warning, asks for confirmation before `archive` runs. Otherwise, runs it at once.
 */
export const useArchiveQuestion = (warning: string | false | undefined) => {
  const [asked, setAsked] = useState<{ title: string; archive: () => void } | null>(null)
  const close = () => setAsked(null)
  const ask = (title: string, archive: () => void) =>
    warning ? setAsked({ title, archive }) : archive()
  const question: ReactNode = asked && (
    <Modal alert title={asked.title} onClose={close}>
      <div className="form">
        <p>{warning}</p>
        <div className="form-buttons">
          <Button onClick={close}>Cancel</Button>
          <Button
            data-first-focus
            variant="danger"
            onClick={() => {
              close()
              asked.archive()
            }}
          >
            Archive
          </Button>
        </div>
      </div>
    </Modal>
  )
  return { ask, question }
}
