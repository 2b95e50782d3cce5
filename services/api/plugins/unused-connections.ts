import type { Socket } from 'node:net'
import fp from 'fastify-plugin'

/** Waits for data in transit. */
const ON_ITS_WAY_MS = 1_000

/** Browsers open connections in advance, and `close` would wait for them until the cut-off. */
export const unusedConnections = fp(async (app) => {
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    const closeUnused = () => [...open].filter(({ bytesRead }) => bytesRead === 0).forEach((socket) => socket.destroy())
    setTimeout(closeUnused, ON_ITS_WAY_MS).unref()
  })
})
