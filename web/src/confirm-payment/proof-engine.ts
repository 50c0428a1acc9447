import { upload } from '../shared/upload.ts'
import { deviceShelf } from './draft-files.ts'
import { createProofs } from './proofs.ts'
import { scalePhoto } from './scale-photo.ts'

/** One for the page's lifetime: an upload continues while the customer reads the terms. */
export const proofs = createProofs({
  upload,
  prepare: scalePhoto,
  shelf: deviceShelf,
  now: Date.now,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
})
