import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createMailer, MailRefused } from './mailer.ts'

const WITHIN_MS = 500
const MESSAGE = { id: '1', to: 'ani@hatik.test', subject: 's', text: 't', html: '<p>t</p>' }

const servers: { close: () => void }[] = []
afterEach(() => {
  for (const { close } of servers.splice(0)) close()
})

/** A mail server that says something again and again at one place, and never comes to the end of it; it is silent nowhere. */
async function drippingAt(place: 'EHLO' | 'MAIL' | 'the end of the message'): Promise<{ url: string; connections: Socket[] }> {
  const connections: Socket[] = []
  const server = createServer((socket) => {
    connections.push(socket)
    const drip = () => {
      const timer = setInterval(() => socket.write('250-wait\r\n'), WITHIN_MS / 20)
      socket.once('close', () => clearInterval(timer))
    }
    let inMessage = false
    let text = ''
    socket.on('error', () => {}).write('220 test\r\n')
    socket.on('data', (bytes) => {
      text += bytes.toString()
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        const [word = ''] = line.split(' ')
        if (inMessage && line !== '.') continue
        if (word === place || (inMessage && place === 'the end of the message')) drip()
        else if (word === 'DATA') {
          inMessage = true
          socket.write('354 go on\r\n')
        } else socket.write('250 ok\r\n')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push({ close: () => (connections.forEach((socket) => socket.destroy()), server.close()) })
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, connections }
}

it.each([
  ['EHLO', false],
  ['MAIL', false],
  ['the end of the message', true],
] as const)('a server that goes on answering and comes to no end at %s is given up in time, and its connection with it', async (place, handedOver) => {
  const { url, connections } = await drippingAt(place)
  let before = false
  const sent = createMailer(url, 'x@hatik.test', { handInWithinMs: WITHIN_MS }).send(MESSAGE, async () => void (before = true))
  const failure: unknown = await sent.catch((error: unknown) => error)
  // Whether it has the message is not known from this.
  expect(failure).not.toBeInstanceOf(MailRefused)
  expect(failure).toMatchObject({ message: 'The mail server took too long' })
  expect(before).toBe(handedOver)
  const [socket] = connections
  if (!socket!.closed) await once(socket!, 'close', { signal: AbortSignal.timeout(5_000) })
})
