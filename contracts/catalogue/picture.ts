/**
 * The side, in pixels, of a product's square picture when enlarged. A picture that would take too
 * many bytes gets fewer pixels.
 */
export const pictureSide = 320
/** The maximum size of a picture, in each encoding. */
export const maxPictureBytes = 15_000

export const pictureTypes = ['avif', 'webp'] as const
export type PictureType = (typeof pictureTypes)[number]

/** The path of the picture endpoint, whose parameter is `<id>.avif` or `<id>.webp`. */
export const picturePath = '/api/product-pictures'
export const pictureAddress = (picture: string, type: PictureType) =>
  `${picturePath}/${picture}.${type}`

export const unknownPicture = 'Please upload the picture again, the shop no longer has it'
