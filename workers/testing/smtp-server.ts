import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** What the server does with the next email: accepts it, or fails in one of the usual ways. */
type Behaviour = 'accept' | 'defer' | 'refuse' | 'drop' | 'hang' | 'no-sign-in'

const answers = {
  defer: { responseCode: 451, message: 'Greylisted, try again' },
  refuse: { responseCode: 550, message: '5.1.1 <ada@example.com>: no mailbox ada here' },
}

/** Starts a real SMTP server on a free port. `mails` are the emails that it accepted, parsed. */
export const startSmtpServer = async (options: { signIn?: boolean } = {}) => {
  const mails: (Email & { recipients: string[] })[] = []
  const tried: Behaviour[] = []
  const state: { behaviour: Behaviour; signIns: number; onTaken: () => void } = {
    behaviour: 'accept',
    signIns: 0,
    onTaken: () => {},
  }
  const server = new SMTPServer({
    disabledCommands: options.signIn ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    authOptional: !options.signIn,
    onAuth: (_, __, done) => {
      state.signIns++
      if (state.behaviour === 'no-sign-in') return done(new Error('535 bad password'))
      done(null, { user: 'shop' })
    },
    onRcptTo: (_, session, done) => {
      const { behaviour } = state
      tried.push(behaviour)
      if (behaviour === 'hang') return
      if (behaviour === 'drop') {
        for (const client of server.connections) if (client.id === session.id) client.close()
        return
      }
      if (behaviour === 'accept' || behaviour === 'no-sign-in') return done()
      const { message, responseCode } = answers[behaviour]
      done(Object.assign(new Error(message), { responseCode }))
    },
    onData: async (stream, session, done) => {
      const mail = await PostalMime.parse(await buffer(stream))
      mails.push({ ...mail, recipients: session.envelope.rcptTo.map(({ address }) => address) })
      state.onTaken()
      done()
    },
  })
  // Tests kill workers on purpose, which breaks connections.
  server.on('error', () => {})
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        for (const client of server.connections) client.close()
        server.close(() => resolve())
      }),
  )
  const { port } = server.server.address() as AddressInfo
  const user = options.signIn ? 'shop:secret@' : ''
  const query = options.signIn ? '?requireTLS=false' : ''
  return { url: `smtp://${user}127.0.0.1:${port}/${query}`, mails, tried, state }
}
