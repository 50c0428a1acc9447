import { uploadEndpoints } from '@strand/contracts/order/upload.endpoints'
import { uploadProofText } from '@strand/contracts/uploads'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { AdmittedFiles, FileAdmission } from '../shared/file-admission.ts'
import { fileFormRoute, fileOfForm, registerFileForms } from '../shared/file-form.ts'
import { fileLabel } from './file-type.ts'
import type { UploadStore } from './store.ts'

type Options = { uploads: UploadStore; admission: FileAdmission; publicUrl: string }

/** `POST /api/uploads`: one proof of payment per request, in the multipart field `file`. */
export const uploadRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { uploads, admission } = options
  await registerFileForms(app)

  app.route({
    ...fileFormRoute(options.publicUrl),
    ...endpointRoute(uploadEndpoints.uploadProof, {
      limit: { name: 'uploads', requests: 300, seconds: 3600, isSoft: true },
      neededByCustomers: true,
    }),
    handler: async (request, reply) => {
      const form = { admission, claimed: false, missing: uploadProofText }
      const stored = await fileOfForm(request, form, async (part, admitted) => {
        const named = { fileName: part.filename, fileType: part.mimetype }
        let sent = 0
        const counted: AdmittedFiles = {
          ...admitted,
          receive: (bytes) => {
            sent += bytes
            admitted.receive(bytes)
          },
        }
        const { fileUid, type, size } = await uploads.receive(part.file, named, counted)
        admitted.charge(Math.max(0, size - sent))
        return { fileUid, fileName: fileLabel(part.filename), fileType: type, size }
      })
      return reply.code(201).send(successBody(`${stored.fileName} has been received`, stored))
    },
  })
}
