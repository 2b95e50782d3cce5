/** A way to a server that can go silent (performance.md 5.3, F25): connections stay, new ones are taken, and nothing comes through. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface SilentProxy {
  /** The URL that it was made for, by way of the proxy. */
  url: string
  /** From now on nothing passes, on old connections and new ones. */
  silence(): void
  /** New connections lead to the server again. Those that fell silent stay so, as after a network that forgot them. */
  speak(): void
  close(): Promise<void>
}

/** `port`: default any free one. */
export async function silentProxy(serverUrl: string, port = 0): Promise<SilentProxy> {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let silent = false
  let silences = 0

  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    keep(client)
    if (silent) return void client.resume()
    const born = silences
    const lost = (): boolean => silences !== born
    const upstream = connect(Number(target.port), target.hostname)
    keep(upstream)
    const pass = (from: Socket, to: Socket): void => {
      from.on('data', (chunk) => {
        if (!lost()) to.write(chunk)
      })
      from.on('close', () => {
        if (!lost()) to.destroy()
      })
    }
    pass(client, upstream)
    pass(upstream, client)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const through = new URL(serverUrl)
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)

  return {
    url: through.href,
    silence: () => {
      silent = true
      silences += 1
    },
    speak: () => void (silent = false),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
