/** A proxy that can go silent: connections stay open and are accepted, but nothing passes. */
import type { Socket } from 'node:net'
import { openProxy, type Proxy } from './proxy.ts'

export interface SilentProxy extends Proxy {
  /** Applies to old and new connections. */
  silence(): void
  /** New connections work again; silenced ones stay silent, as after a network failure. */
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
