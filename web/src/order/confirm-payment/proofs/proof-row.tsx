import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../shared/buttons/button.tsx'
import { IconButton } from '../../../shared/buttons/icon-button.tsx'
import { shortFileName } from '../../../shared/format/truncate.ts'
import { CheckIcon, CloseIcon } from '../../../shared/style/icons.tsx'
import { FileIcon } from '../../../shared/style/more-icons.tsx'
import type { Proof } from './proof-uploader.ts'

const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`

export const ProofRow = ({
  proof,
  onRetry,
  onRemove,
}: {
  proof: Proof
  onRetry: () => void
  onRemove: () => void
}) => {
  const name = shortFileName(proof.name)
  const percent = Math.round(proof.progress * 100)
  return (
    <li className={`proof proof-${proof.state}`}>
      <Thumbnail proof={proof} />
      <div className="proof-words">
        <p className="proof-name" title={proof.name}>
          {name}
        </p>
        {proof.state === 'preparing' && <p className="field-help">Preparing the file…</p>}
        {proof.state === 'uploading' && (
          <>
            <progress value={percent} max={100} aria-label={`Upload of ${proof.name}`} />
            <p className="field-help amount">
              {percent}% of {sizeOf(proof.size)}
            </p>
          </>
        )}
        {proof.state === 'done' && (
          <p className="proof-uploaded">
            <CheckIcon /> Uploaded, {sizeOf(proof.size)}
          </p>
        )}
        {proof.error && (
          <div className="proof-failure">
            <p className="field-error" role="alert">
              {proof.error}
            </p>
            {proof.state === 'failed' && (
              <Button size="small" onClick={onRetry}>
                Retry<span className="for-screen-readers"> {proof.name}</span>
              </Button>
            )}
          </div>
        )}
      </div>
      <IconButton label={`Remove ${proof.name}`} onClick={onRemove}>
        <CloseIcon />
      </IconButton>
    </li>
  )
}

const Thumbnail = ({ proof: { blob, type, name } }: { proof: Proof }) => {
  const enlarged = useRef<HTMLDialogElement>(null)
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob || !type.startsWith('image/')) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob, type])
  if (!url)
    return (
      <span className="proof-thumbnail">
        <FileIcon />
      </span>
    )
  return (
    <>
      <button
        type="button"
        className="proof-thumbnail"
        aria-label={`Enlarge ${name}`}
        onClick={() => enlarged.current?.showModal()}
      >
        <img src={url} alt="" onError={() => setUrl(null)} />
      </button>
      <dialog ref={enlarged} className="proof-enlarged" aria-label={name}>
        <IconButton label="Close the picture" onClick={() => enlarged.current?.close()}>
          <CloseIcon />
        </IconButton>
        <img src={url} alt={`Your proof of payment ${name}`} />
      </dialog>
    </>
  )
}
