/**
 * The side of a product's square picture, in pixels. If the picture would exceed `maxPictureBytes`,
 * it gets a lower quality or fewer pixels.
 */
export const pictureSide = 320
/** The maximum size of a picture in one encoding, in bytes. */
export const maxPictureBytes = 15_000

export const pictureTypes = ['avif', 'webp'] as const
export type PictureType = (typeof pictureTypes)[number]

/** The path of the picture endpoint; its parameter is `<id>.avif` or `<id>.webp`. */
export const picturePath = '/api/product-pictures'
export const pictureAddress = (picture: string, type: PictureType) =>
  `${picturePath}/${picture}.${type}`

export const unknownPicture = 'Please upload the picture again, the shop no longer has it'
