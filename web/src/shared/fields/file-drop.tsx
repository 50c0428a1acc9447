import { useEffect, useState } from 'react'
import { UploadIcon } from '../style/more-icons.tsx'
import './file-drop.css'

/**
 * A zone that takes one file, by click or drop. The zone also takes a file dropped beside it, which
 * the browser would otherwise open.
 *
 * @param accept a hint for the file dialog only
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
          // Lets the user pick the same file again.
          event.target.value = ''
        }}
      />
    </label>
  )
}
