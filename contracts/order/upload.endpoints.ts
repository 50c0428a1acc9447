import { CommandAnswer } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { Uploaded } from '../uploads.ts'

/**
 * This endpoint is in a file of its own, so that the page where customers add a proof to an
 * existing order does not load the form's rules.
 */
export const uploadEndpoints = endpoints('Orders', {
  uploadProof: {
    method: 'POST',
    path: '/api/uploads',
    access: 'public',
    summary: 'Upload a proof of payment, in the multipart field `file`',
    response: { 201: CommandAnswer.extend(Uploaded.shape) },
  },
})
