import { CommandAnswer } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { Uploaded } from '../uploads.ts'

/**
 * Separate from the order's own endpoints, so that adding a proof later loads none of the form's
 * rules.
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
