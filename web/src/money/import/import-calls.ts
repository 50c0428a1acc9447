import { bankEndpoints } from '@strand/contracts/money/bank.endpoints'
import type {
  ImportedStatement,
  StatementPreview,
  StatementProgress,
} from '@strand/contracts/money/bank-statement'
import type { StatementMapping } from '@strand/contracts/money/statement'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/client.ts'
import { type Upload, upload } from '../../shared/api/upload.ts'

/** In milliseconds: how long the server may take to read a file after the upload. */
const readingTime = 180_000
/** Milliseconds between two polls of a long import. */
const lookEvery = 700

const { previewBankStatement, importBankStatement, getBankStatement } = bankEndpoints

export type Chosen = {
  file: File
  bankAccountId: string
  /** What each column means, as corrected by the user; null if the server should guess. */
  mapping: StatementMapping | null
  /** Which of the file's accounts to import; null until the user has chosen. */
  account: string | null
  /** Whether the user has confirmed that the file's lines have no descriptions. */
  hasNoTexts?: boolean
}

/** Uploads a file, and returns what an import would add. The server records nothing yet. */
export const previewStatement = (
  { file, bankAccountId, mapping, account, hasNoTexts }: Chosen,
  onProgress: (part: number) => void,
): Upload<{ result: StatementPreview }> =>
  upload(previewBankStatement, previewBankStatement.response[200], {
    file,
    name: file.name,
    patience: readingTime,
    onProgress,
    fields: {
      bankAccountId,
      ...(mapping && { mapping: JSON.stringify(mapping) }),
      ...(account && { account }),
      ...(hasNoTexts && { noTexts: 'true' }),
    },
  })

/**
 * Imports a previewed file. If one call is not enough, polls and reports progress. The last answer
 * contains the log position that the lists then wait for.
 */
export const importStatement = async (
  body: { previewId: string; confirm: boolean },
  onProgress: (progress: StatementProgress) => void,
  signal: AbortSignal,
): Promise<ImportedStatement> => {
  for (;;) {
    const { result } = await call(importBankStatement, { body, signal })
    if ('rows' in result) return result
    await pollImport(result.statementId, onProgress, signal)
  }
}

const pollImport = async (
  statementId: string,
  onProgress: (progress: StatementProgress) => void,
  signal: AbortSignal,
): Promise<void> => {
  for (;;) {
    const { result } = await call(getBankStatement, { params: { statementId }, signal })
    onProgress(result)
    if (result.state === 'failed') throw new ApiError(result.problem, { status: 409 })
    if (result.state === 'done') return
    await new Promise((resolve) => setTimeout(resolve, lookEvery))
  }
}
