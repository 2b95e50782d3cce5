import { Connection } from './connection.ts'
import type { Award } from './mix.ts'
import type { Host } from './request.ts'

/** `business`: all awards of a business go to one of them, as by a proxy that hashes it. `turn`: one after the other. */
export type Hosts = { all: readonly Host[]; by: 'turn' | 'business' }

/** One request at a time, over one connection to each host. */
export class Lane {
  readonly #hosts: Hosts
  readonly #connections: Connection[]
  #turn = 0

  private constructor(hosts: Hosts, connections: Connection[]) {
    this.#hosts = hosts
    this.#connections = connections
  }

  /** Rejects if a host does not listen. */
  static async open(hosts: Hosts): Promise<Lane> {
    return new Lane(hosts, await Promise.all(hosts.all.map((host) => Connection.open(host))))
  }

  connectionFor({ business }: Award): Connection {
    const number = this.#hosts.by === 'business' ? business : (this.#turn += 1)
    return this.#connections[number % this.#connections.length]!
  }

  /** Replaces a connection that has ended. */
  async renew(ended: Connection): Promise<void> {
    const index = this.#connections.indexOf(ended)
    this.#connections[index] = await Connection.open(this.#hosts.all[index]!)
  }

  close(): void {
    for (const connection of this.#connections) connection.close()
  }
}
