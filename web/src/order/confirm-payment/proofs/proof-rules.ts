import { CreateOrder } from '@strand/contracts/order/order-form'
import {
  acceptedTypes,
  fileTooLarge,
  maxFileSize,
  maxFiles,
  wrongFileType,
} from '@strand/contracts/uploads'

/**
 * The file input's `accept`: types and extensions, because phones filter by type, and desktop
 * computers by extension.
 */
export const acceptedFiles = [...acceptedTypes, '.png', '.jpg', '.jpeg', '.pdf'].join(',')

const typesByEnding: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  pdf: 'application/pdf',
}

/**
 * The file's declared type or, because some phones declare none, the type that belongs to its
 * extension.
 */
const typeOf = ({ name, type }: { name: string; type: string }): string =>
  type || typesByEnding[name.split('.').at(-1)?.toLowerCase() ?? ''] || ''

/** Why a picked file is refused, in the specification's words; null if it is accepted. */
export const proofError = (file: { name: string; type: string; size: number }): string | null => {
  const type = typeOf(file)
  if (!acceptedTypes.includes(type)) return wrongFileType(file.name, type || 'unknown')
  if (file.size > maxFileSize) return fileTooLarge(file.name)
  return null
}

export const tooManyFiles = (): string => {
  const one = { fileType: '', fileName: '', fileUid: '' }
  const { error } = CreateOrder.shape.files.safeParse(Array(maxFiles + 1).fill(one))
  return error?.issues[0]?.message ?? ''
}
