import { productEndpoints } from '@strand/contracts/catalogue/product.resource'
import { useEffect, useRef, useState } from 'react'
import { failureNotice } from '../../shared/api/error-catalogue.ts'
import { type Upload, upload } from '../../shared/api/upload.ts'
import { Button } from '../../shared/buttons/button.tsx'
import { Field } from '../../shared/fields/field.tsx'
import type { TextFieldProps } from '../../shared/forms/use-form.ts'
import { ProductPicture } from '../../shared/product/product-picture.tsx'
import './picture-field.css'

/**
 * The field's value during an upload. It is not a valid picture id, so the form cannot be sent
 * until the upload ends.
 */
export const uploading = 'uploading'

const endpoint = productEndpoints.uploadProductPicture
type Sent = Upload<{ picture: string }>

/** Uploads the chosen picture. If the upload fails, the previous picture stays. */
const usePictureUpload = (value: string, onChange: (picture: string) => void) => {
  const [failure, setFailure] = useState<string>()
  const running = useRef<Sent>(undefined)
  const change = useRef(onChange)
  change.current = onChange
  const isLost = value === uploading && !running.current
  useEffect(() => {
    // A reload of the page cancelled the upload, but the draft still says that it is running.
    if (isLost) change.current('')
  }, [isLost])
  useEffect(
    () => () => {
      change.current = () => {}
      running.current?.cancel()
    },
    [],
  )

  const send = async (file: File) => {
    const sent: Sent = upload(endpoint, endpoint.response[201], { file, name: file.name })
    running.current = sent
    setFailure(undefined)
    change.current(uploading)
    try {
      change.current((await sent.done).picture)
    } catch (error) {
      const { title, text } = failureNotice(error, 'action')
      setFailure(text || title)
      change.current(value)
    } finally {
      running.current = undefined
    }
  }
  return { failure, send, clearFailure: () => setFailure(undefined) }
}

export const PictureField = ({
  name,
  value,
  error,
  onChange,
  productName,
}: TextFieldProps & { productName: string }) => {
  const { failure, send, clearFailure } = usePictureUpload(value, onChange)
  const busy = value === uploading
  const picture = busy ? '' : value
  return (
    <Field
      label="Picture"
      optional
      help="PNG or JPEG; the middle of the picture is shown."
      error={failure ?? error}
    >
      {({ className, ...control }) => (
        <div className="picture-field">
          <ProductPicture picture={picture} name={productName || 'the product'} />
          <label className="button button-secondary picture-choose">
            {picture ? 'Replace' : 'Choose a picture'}
            <input
              {...control}
              type="file"
              name={name}
              accept="image/png,image/jpeg"
              className="for-screen-readers"
              onChange={(event) => {
                const [file] = event.target.files ?? []
                if (file && !busy) void send(file)
                // Otherwise, choosing the same file again would not fire `change`.
                event.target.value = ''
              }}
            />
          </label>
          {picture && (
            <Button
              variant="quiet"
              onClick={() => {
                clearFailure()
                onChange('')
              }}
            >
              Remove
            </Button>
          )}
          <span role="status">{busy && 'Uploading…'}</span>
        </div>
      )}
    </Field>
  )
}
