/** A product's picture is a square; this is its side in pixels, for when it is opened. A heavy one has fewer. */
export const pictureSide = 320
/** The most bytes that a picture may take, in each of its encodings. */
export const maxPictureBytes = 15_000

export const pictureTypes = ['avif', 'webp'] as const
export type PictureType = (typeof pictureTypes)[number]

/** The path of a picture's endpoint, whose parameter is `<id>.avif` or `<id>.webp`. */
export const picturePath = '/api/product-pictures'
export const pictureAddress = (picture: string, type: PictureType) =>
  `${picturePath}/${picture}.${type}`

export const unknownPicture = 'Please upload the picture again, the shop no longer has it'
