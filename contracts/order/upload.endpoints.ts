import { CommandAnswer } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { Uploaded } from '../uploads.ts'

/**
 * In a file of its own, so that the page that adds a proof to an existing order loads no rules of
 * the form.
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
