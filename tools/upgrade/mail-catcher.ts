import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail server that records all recipients and emails; it records an email sent twice as two. */
export const openMailCatcher = async () => {
  const mails: { recipient: string; messageId: string }[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    onData: async (stream, session, done) => {
      const messageId = /^message-id:\s*(\S+)/im.exec(await text(stream))?.[1] ?? ''
      for (const { address } of session.envelope.rcptTo)
        mails.push({ recipient: address, messageId })
      done()
    },
  })
  // A worker that ends drops its connection.
  server.on('error', () => {})
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}/`, mails, close: () => server.close() }
}
export type MailCatcher = Awaited<ReturnType<typeof openMailCatcher>>
