import { lookup as lookupName } from 'node:dns/promises'
import { peersIn } from '../env/env-addresses.ts'

const LOOKED_UP_EVERY_MS = 5_000

export type PeerList = {
  /** Addresses such as `http://api1:3100`, this API's own among them. */
  all(): readonly string[]
  close(): void
}
type Lookup = (host: string) => Promise<readonly { address: string; family: number }[]>

const lookedUp: Lookup = (host) => lookupName(host, { all: true })

/**
 * `peers`: a list with commas, or `dns://name:port` for all addresses of a name, as of a headless service. A name that
 * cannot be looked up keeps its last addresses: two APIs with different lists cost conflicts and nothing else.
 */
export function openPeerList(
  { self, peers }: { self: string; peers: string },
  { lookup = lookedUp, everyMs = LOOKED_UP_EVERY_MS }: { lookup?: Lookup; everyMs?: number } = {},
): PeerList {
  if (!peers.startsWith('dns://')) {
    const all = peersIn(peers)
    return { all: () => all, close: () => {} }
  }
  const { hostname, port } = new URL(peers)
  let all: readonly string[] = [self]
  const refresh = () =>
    lookup(hostname).then(
      (found) => {
        const hosts = found.map(({ address, family }) => (family === 6 ? `[${address}]` : address))
        all = [...new Set([self, ...hosts.map((host) => `http://${host}:${port}`)])]
      },
      () => {},
    )
  void refresh()
  const timer = setInterval(() => void refresh(), everyMs)
  timer.unref()
  return { all: () => all, close: () => clearInterval(timer) }
}
