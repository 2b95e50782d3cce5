/** Proxies that stop a process between two lines that write, so that a test can kill it there. */
import type { Socket } from 'node:net'
import { openProxy, type Proxy } from './proxy.ts'
import { waitUntil } from '../wait-until.ts'

/** Of a transaction: before the marked request, before the one after it, before COMMIT, and after COMMIT. */
export type KillPoint = 'marked' | 'next' | 'commit' | 'committed'

type Watched = { marker: string; point: KillPoint; isHeld: boolean }

export interface TransactionGate extends Proxy {
  /** Holds the next transaction with a request that contains `marker`. Resolves once it is held. */
  hold(marker: string, point: KillPoint): Promise<void>
}

const BEGIN = Buffer.from('BEGIN\0', 'latin1')
const COMMIT = Buffer.from('COMMIT\0', 'latin1')

/** Before PostgreSQL. A request is what the driver sends before it waits for a response. */
export async function transactionGate(databaseUrl: string): Promise<TransactionGate> {
  const waiting: Watched[] = []
  const proxy = await openProxy(databaseUrl, (client, reach) => {
    const server = reach()
    let [inTransaction, asking, committing] = [false, false, false]
    let own: Watched | undefined
    client.on('data', (chunk: Buffer) => {
      if (own?.isHeld) return
      const isNext = own !== undefined
      if (!asking && inTransaction) own ??= taken(waiting, chunk)
      committing = chunk.includes(COMMIT)
      if (own) own.isHeld = own.point === (committing ? 'commit' : isNext ? 'next' : 'marked')
      if (own?.isHeld) return
      asking = true
      inTransaction = chunk.includes(BEGIN) || (inTransaction && !committing)
      server.write(chunk)
    })
    server.on('data', (chunk: Buffer) => {
      asking = false
      if (own && committing) own.isHeld = true
      if (!own?.isHeld) client.write(chunk)
    })
    joinEnds(client, server)
  })
  return {
    ...proxy,
    async hold(marker, point) {
      const watched = { marker, point, isHeld: false }
      waiting.push(watched)
      await waitUntil(`the transaction is held, ${point}`, () => watched.isHeld)
    },
  }
}

function taken(waiting: Watched[], chunk: Buffer): Watched | undefined {
  const index = waiting.findIndex(({ marker }) => chunk.includes(marker))
  return index === -1 ? undefined : waiting.splice(index, 1)[0]
}

export interface StreamGate extends Proxy {
  /**
   * From now on, requests are not passed on, or responses are not. Undefined: all pass, on new connections. `from`: only
   * from the request with this text on.
   */
  hold(what: 'requests' | 'responses' | undefined, from?: string): void
  /** Resolves once all of these texts were in requests since `hold`. */
  asked(texts: readonly string[]): Promise<void>
}

/** Before a server whose connection carries many calls, as the event store's. */
export async function streamGate(serverUrl: string): Promise<StreamGate> {
  let holding: 'requests' | 'responses' | undefined
  let armed: { what: 'requests' | 'responses'; from: string } | undefined
  let requests = ''
  const proxy = await openProxy(serverUrl, (client, reach) => {
    const server = reach()
    client.on('data', (chunk: Buffer) => {
      if (armed && chunk.includes(armed.from)) [holding, armed] = [armed.what, undefined]
      if (holding) requests += chunk.toString('latin1')
      if (holding !== 'requests') server.write(chunk)
    })
    server.on('data', (chunk: Buffer) => {
      if (holding !== 'responses') client.write(chunk)
    })
    joinEnds(client, server)
  })
  return {
    ...proxy,
    hold: (what, from) => {
      armed = what && from !== undefined ? { what, from } : undefined
      holding = armed ? undefined : what
      requests = ''
    },
    asked: async (texts) => {
      await waitUntil('all requests were sent', () => texts.every((text) => requests.includes(text)))
    },
  }
}

function joinEnds(client: Socket, server: Socket): void {
  client.on('close', () => server.destroy())
  server.on('close', () => client.destroy())
}
