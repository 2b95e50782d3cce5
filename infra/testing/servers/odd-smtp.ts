/** Mail servers that misbehave at one step. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** First word of the client's command; 'dot': the message has ended. */
type Place = 'greeting' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'dot'
type On = (socket: Socket) => void

export type OddSmtp = {
  url: string
  /** All connections so far. */
  sockets: readonly Socket[]
  /** Whether a message was begun. */
  sawData: () => boolean
  close: () => Promise<void>
}

/** `says`: responses by step, null for none. `on`: actions instead. 'dot' is answered only if given. */
export async function smtpThat({
  says = {},
  on = {},
}: {
  says?: Partial<Record<Place, string | null>>
  on?: Partial<Record<Place, On>>
}): Promise<OddSmtp> {
  const answers: Partial<Record<string, string | null>> = {
    greeting: '220 test',
    AUTH: '235 welcome',
    DATA: '354 go on',
    QUIT: '221 bye',
    dot: null,
    ...says,
  }
  const acts: Partial<Record<string, On>> = on
  const sockets: Socket[] = []
  let data = false

  const server = createServer((socket) => {
    sockets.push(socket)
    let inMessage = false
    let text = ''
    const reach = (place: string): void => {
      const answer = answers[place] === undefined ? '250 ok' : answers[place]
      if (acts[place]) return acts[place](socket)
      if (answer !== null) socket.write(`${answer}\r\n`)
    }
    socket.on('error', () => {})
    reach('greeting')
    socket.on('data', (bytes) => {
      text += bytes.toString()
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        if (inMessage && line !== '.') continue
        const word = inMessage ? 'dot' : (line.split(' ')[0] ?? '').toUpperCase()
        inMessage = word === 'DATA'
        data ||= inMessage
        reach(word)
        if (word === 'QUIT') socket.end()
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets,
    sawData: () => data,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
