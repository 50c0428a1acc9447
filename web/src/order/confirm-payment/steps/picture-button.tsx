import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../shared/buttons/button.tsx'
import { ProductPicture } from '../../../shared/product/product-picture.tsx'

type Pictured = { picture: string; name: string }

export const PictureButton = ({ picture, name }: Pictured) => {
  const [isOpen, setOpen] = useState(false)
  if (picture === '') return <ProductPicture picture="" name={name} />
  return (
    <>
      <button
        type="button"
        className="picture-button"
        aria-label={`Enlarge ${name}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <ProductPicture picture={picture} name="" />
      </button>
      {isOpen && <LargePicture picture={picture} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}

const LargePicture = ({ picture, name, onClose }: Pictured & { onClose: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: browsers close a dialog on Escape
    <dialog
      ref={dialog}
      className="large-picture"
      aria-label={name}
      onClose={onClose}
      onClick={() => dialog.current?.close()}
    >
      <ProductPicture picture={picture} name={name} />
      <p>{name}</p>
      <Button>Close</Button>
    </dialog>
  )
}
