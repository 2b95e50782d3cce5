/** A way to a server that can go silent (performance.md 5.3, F25): connections stay, new ones are taken, and nothing comes through. */
import type { Socket } from 'node:net'
import { openProxy, type Proxy } from './proxy.ts'

export interface SilentProxy extends Proxy {
  /** From now on nothing passes, on old connections and new ones. */
  silence(): void
  /** New connections lead to the server again. Those that fell silent stay so, as after a network that forgot them. */
  speak(): void
}

/** `port`: default any free one. */
export async function silentProxy(serverUrl: string, port = 0): Promise<SilentProxy> {
  let silent = false
  let silences = 0
  const proxy = await openProxy(
    serverUrl,
    (client, reach) => {
      if (silent) return void client.resume()
      const born = silences
      const lost = (): boolean => silences !== born
      const upstream = reach()
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
    },
    port,
  )
  return {
    ...proxy,
    silence: () => {
      silent = true
      silences += 1
    },
    speak: () => void (silent = false),
  }
}
