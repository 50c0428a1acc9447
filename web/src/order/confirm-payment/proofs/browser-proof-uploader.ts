import { uploadEndpoints } from '@strand/contracts/order/upload.endpoints'
import { Uploaded } from '@strand/contracts/uploads'
import { knownServerTime } from '../../../shared/api/server-time.ts'
import { upload } from '../../../shared/api/upload.ts'
import { indexedDbFileStore } from './file-store.ts'
import { createProofUploader } from './proof-uploader.ts'
import { scalePhoto } from './scale-photo.ts'

/** One uploader per page, so that an upload continues while the customer reads the terms. */
export const proofUploader = createProofUploader({
  upload: (file, name, onProgress) =>
    upload(uploadEndpoints.uploadProof, Uploaded, { file, name, onProgress }),
  prepare: scalePhoto,
  fileStore: indexedDbFileStore,
  now: knownServerTime,
  delay: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
})
