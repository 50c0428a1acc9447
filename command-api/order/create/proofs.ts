import type { CreateOrder } from '@strand/contracts/order/order-form'
import type { ProofFile } from '@strand/contracts/order/proof-file'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Claimant } from '@strand/platform/fairness/places'
import type { FileClaim } from '../../shared/file-claim.ts'
import type { FileContent } from '../body/attachment.ts'
import type { FormContext } from './form-context.ts'

type InlineFile = { content: FileContent; fileName: string; fileType: string }

export type ProofStore = {
  /**
   * Validates files and stores them for the claim's order. If one file is refused, none is kept.
   */
  store: (files: InlineFile[], claim: FileClaim, by: Claimant) => Promise<ProofFile[]>
  discard: (files: ProofFile[]) => Promise<void>
}

export const collectProofs = async (
  proofs: ProofStore,
  {
    form,
    inline,
    context,
    claim,
    by,
  }: {
    form: CreateOrder
    inline: (FileContent | null)[]
    context: FormContext
    claim: FileClaim
    by: Claimant
  },
): Promise<{ files: ProofFile[]; stored: ProofFile[] }> => {
  const uploads = form.files.map((file, index) =>
    inline[index] ? null : uploadOf(file, index, context),
  )
  const stored = await proofs.store(
    form.files.flatMap(({ fileName, fileType }, index) => {
      const content = inline[index]
      return content ? { content, fileName, fileType } : []
    }),
    claim,
    by,
  )
  const rest = [...stored]
  return { files: uploads.flatMap((upload) => upload ?? rest.shift() ?? []), stored }
}

const uploadOf = (
  file: CreateOrder['files'][number],
  index: number,
  context: FormContext,
): ProofFile => {
  const upload = context.uploads.find(({ fileUid }) => fileUid === file.fileUid.toLowerCase())
  if (upload) return upload
  const reason = context.othersUploads.includes(file.fileUid.toLowerCase())
    ? 'belongs to another order'
    : 'has not been received'
  const message = `${file.fileName} ${reason}, please upload it again`
  throw new Rejected('invalid', message, { details: [{ path: `files.${index}`, message }] })
}
