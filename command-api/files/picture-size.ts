import type { ImageType } from './image.ts'

/** How many bytes of a picture are searched: its dimensions come after any camera metadata. */
export const sizeWithin = 256 * 1024

/**
 * The number of pixels in a picture's header, read without a decoder; undefined if its first bytes
 * do not contain it. The decoder checks the rest.
 */
export const claimedPixels = (head: Uint8Array, type: ImageType): number | undefined => {
  const bytes = new DataView(head.buffer, head.byteOffset, head.byteLength)
  return type === 'image/png' ? pixelsOfPng(bytes) : pixelsOfJpeg(bytes)
}

const pixelsOfPng = (bytes: DataView) =>
  bytes.byteLength < 24 ? undefined : bytes.getUint32(16) * bytes.getUint32(20)

/** Goes from segment to segment until a start of frame. */
const pixelsOfJpeg = (bytes: DataView) => {
  for (let at = 2; at + 9 <= bytes.byteLength; ) {
    if (bytes.getUint8(at) !== 0xff) return undefined
    const marker = bytes.getUint8(at + 1)
    const isFiller = marker === 0xff
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return bytes.getUint16(at + 5) * bytes.getUint16(at + 7)
    at += isFiller ? 1 : 2 + bytes.getUint16(at + 2)
  }
  return undefined
}
