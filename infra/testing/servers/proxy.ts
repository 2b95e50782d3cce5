/** A TCP proxy for tests of network faults. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Proxy {
  /** The original URL through the proxy. */
  url: string
  close(): Promise<void>
}

/** `join` gets each new connection and connects it with `reach`. `port`: default any free one. */
export async function openProxy(
  serverUrl: string,
  join: (client: Socket, reach: () => Socket) => void,
  port = 0,
): Promise<Proxy> {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const server = createServer((client) => join(keep(client), () => keep(connect(Number(target.port), target.hostname))))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const through = new URL(serverUrl)
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
