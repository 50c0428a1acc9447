import type { ImportedStatement } from '@strand/contracts/money/bank-statement'
import { superadministrator } from '../../testing/server-process.ts'
import { statementForm } from './import-statement.ts'

export const signIn = async (address: string): Promise<string> => {
  const answer = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(superadministrator),
  })
  return ((await answer.json()) as { accessToken: string }).accessToken
}

export const preview = async (
  address: string,
  token: string,
  file: Uint8Array,
): Promise<string> => {
  const answer = await fetch(`${address}/api/admin/bank-statements/preview`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: statementForm(file),
  })
  if (answer.status !== 200) throw new Error(await answer.text())
  return ((await answer.json()) as { result: { previewId: string } }).result.previewId
}

const post = async (address: string, token: string, path: string, sent: object) => {
  const answer = await fetch(`${address}/api/admin/bank-statements${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(sent),
  })
  const body = (await answer.json()) as { result: ImportedStatement }
  return { status: answer.status, body }
}

export const importPreview = (address: string, token: string, previewId: string) =>
  post(address, token, '', { previewId })

export const undoImport = (address: string, token: string, statementId: string) =>
  post(address, token, `/${statementId}/take-back`, { reason: 'It is another account’s' })
