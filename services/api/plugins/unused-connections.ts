import type { Socket } from 'node:net'
import fp from 'fastify-plugin'

/** What was on its way when the closing began has come by then. */
const ON_ITS_WAY_MS = 1_000

/**
 * Browsers open connections before they need them. Node takes one over which nothing has come yet for one that is being served, and a server that closes
 * would wait for it until it is cut off: so they are closed a moment after the closing has begun, as the idle ones are at once.
 */
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
