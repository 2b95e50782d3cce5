/** A way to PostgreSQL on which the answer to a COMMIT can be lost: everything is written, and who wrote it hears only that the connection has ended. */
import { openProxy, type Proxy } from './proxy.ts'

export interface LossyProxy extends Proxy {
  /** The next COMMIT reaches the server, and its answer nobody. */
  loseNextCommit(): void
  /** How many answers have been lost. */
  lost(): number
}

/** As the driver sends it: one simple query. */
const COMMIT = Buffer.from('Q\0\0\0\u000bCOMMIT\0', 'latin1')

export async function lossyProxy(databaseUrl: string): Promise<LossyProxy> {
  let armed = false
  let lost = 0
  const proxy = await openProxy(databaseUrl, (client, reach) => {
    const server = reach()
    let losing = false
    client.on('data', (chunk: Buffer) => {
      if (armed && chunk.includes(COMMIT)) {
        armed = false
        losing = true
      }
      server.write(chunk)
    })
    server.on('data', (chunk: Buffer) => {
      if (!losing) return void client.write(chunk)
      lost += 1
      client.destroy()
      server.destroy()
    })
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
  })
  return { ...proxy, loseNextCommit: () => void (armed = true), lost: () => lost }
}
