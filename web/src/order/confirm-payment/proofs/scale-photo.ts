/** The targets for a scaled photo: its longest side in pixels, and its size in bytes. */
const maxSide = 2000
const aim = 400 * 1024
/** Tried in this order, best quality first, until the file is small enough. */
const tries = [
  { scale: 1, quality: 0.85 },
  { scale: 1, quality: 0.7 },
  { scale: 1, quality: 0.55 },
  { scale: 0.75, quality: 0.55 },
  { scale: 0.5, quality: 0.55 },
]

export type Prepared = { blob: Blob; name: string; type: string }

export const scaledSize = (width: number, height: number): Size => {
  const factor = Math.min(1, maxSide / Math.max(width, height))
  return { width: Math.round(width * factor), height: Math.round(height * factor) }
}

/**
 * Makes a photo small enough for mobile data: a JPEG of about 400 KB, with sides of at most 2000
 * px. Leaves a file unchanged if it is small, is not a picture, or cannot be decoded by this
 * browser; the server then decides whether to accept it.
 */
export const scalePhoto = async (file: File): Promise<Prepared> => {
  const asItIs = { blob: file, name: file.name, type: file.type }
  if (!file.type.startsWith('image/')) return asItIs
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const size = scaledSize(picture.width, picture.height)
    if (file.size <= aim && size.width === picture.width) return asItIs
    const blob = await lightJpeg(picture, size)
    picture.close()
    if (blob === null || blob.size >= file.size) return asItIs
    return { blob, name: file.name.replace(/\.\w+$|$/, '.jpg'), type: blob.type }
  } catch {
    return asItIs
  }
}

type Size = { width: number; height: number }

const lightJpeg = async (picture: ImageBitmap, size: Size): Promise<Blob | null> => {
  let blob: Blob | null = null
  for (const { scale, quality } of tries) {
    const width = Math.round(size.width * scale)
    const height = Math.round(size.height * scale)
    blob = await asJpeg(picture, { width, height }, quality)
    if (!blob || blob.size <= aim) break
  }
  return blob
}

const asJpeg = (picture: ImageBitmap, size: Size, quality: number): Promise<Blob | null> => {
  const canvas = Object.assign(document.createElement('canvas'), size)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) return Promise.resolve(null)
  // JPEG has no transparency. This makes the transparent parts of a PNG white instead of black.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, size.width, size.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, size.width, size.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
