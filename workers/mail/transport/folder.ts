import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, rename, unlink } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTransport } from 'nodemailer'
import type { MailTransport } from './transport.ts'

/**
 * Writes emails to `.eml` files, for a shop without a mail server. A file is complete or absent,
 * and only the server's user can read it. The same email always gets the same name, so the folder
 * has each email once.
 */
export const openMailFolder = async (url: string): Promise<MailTransport> => {
  const folder = fileURLToPath(url)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const verify = () => access(folder, constants.W_OK)
  return {
    send: async (message, name) => {
      const { message: content } = await composer.sendMail(message)
      const half = path.join(folder, `.${randomUUID()}.tmp`)
      try {
        const file = await open(half, 'wx', 0o600)
        try {
          await file.writeFile(content as Buffer)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(half, path.join(folder, `${name}.eml`))
      } catch (error) {
        await unlink(half).catch(() => {})
        throw error
      }
    },
    verify,
    health: verify,
    close: () => composer.close(),
  }
}
