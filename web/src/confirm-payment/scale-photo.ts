/** Longest side in pixels, and bytes a proof of payment should not exceed. */
const longestSide = 2000
const aim = 400 * 1024
const qualities = [0.85, 0.7, 0.55, 0.4]

export type Prepared = { blob: Blob; name: string; type: string }

/** The size of a picture whose longest side is at most 2000 px. */
export const scaledSize = (width: number, height: number) => {
  const factor = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.round(width * factor), height: Math.round(height * factor) }
}

/**
 * Makes a photo small enough for mobile data: at most 2000 px, as a JPEG of about 400 KB. What is
 * small already, no picture, or cannot be decoded here goes as it is: the server decides.
 */
export const scalePhoto = async (file: File): Promise<Prepared> => {
  const asItIs = { blob: file, name: file.name, type: file.type }
  if (!file.type.startsWith('image/')) return asItIs
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const size = scaledSize(picture.width, picture.height)
    if (file.size <= aim && size.width === picture.width) return asItIs
    const blob = await asJpeg(picture, size)
    if (blob === null || blob.size >= file.size) return asItIs
    return { blob, name: file.name.replace(/\.\w+$|$/, '.jpg'), type: blob.type }
  } catch {
    return asItIs
  }
}

const asJpeg = async (picture: ImageBitmap, size: { width: number; height: number }) => {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, size)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) return null
  // JPEG has no transparency: what shines through a PNG becomes white, not black.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, size.width, size.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, size.width, size.height)
  picture.close()
  let smallest: Blob | null = null
  for (const quality of qualities) {
    smallest = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', quality),
    )
    if (!smallest || smallest.size <= aim) break
  }
  return smallest
}
