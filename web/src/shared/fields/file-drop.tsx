import { useEffect, useState } from 'react'
import { UploadIcon } from '../style/more-icons.tsx'
import './file-drop.css'

/**
 * An area that takes one file, chosen by click or dropped. A file that is dropped beside the area
 * counts, too, because the browser would otherwise open it.
 *
 * @param accept only a hint for the file dialog
 */
export const FileDrop = ({
  choose,
  help,
  accept,
  onTake,
}: {
  choose: string
  help: string
  accept: string
  onTake: (file: File) => void
}) => {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      event.preventDefault()
      setOver(event.type === 'dragover')
      const file = event.type === 'drop' && event.dataTransfer?.files[0]
      if (file) onTake(file)
    }
    const events = ['dragover', 'dragleave', 'drop'] as const
    for (const name of events) window.addEventListener(name, onDrag)
    return () => {
      for (const name of events) window.removeEventListener(name, onDrag)
    }
  }, [onTake])
  return (
    <label className={isOver ? 'file-drop file-over' : 'file-drop'}>
      <UploadIcon />
      <span>
        <span className="file-drop-choose">{choose}</span>
        <span className="field-help file-drop-help">{help}</span>
      </span>
      <input
        type="file"
        accept={accept}
        className="for-screen-readers"
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) onTake(file)
          // Otherwise, choosing the same file again would not fire `change`.
          event.target.value = ''
        }}
      />
    </label>
  )
}
