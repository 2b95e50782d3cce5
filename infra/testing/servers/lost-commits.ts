/** A PostgreSQL proxy that can lose the response to a COMMIT, which is then executed all the same. */
import { openProxy, type Proxy } from './proxy.ts'

export interface LossyProxy extends Proxy {
  loseNextCommit(): void
  /** Number of lost responses. */
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
