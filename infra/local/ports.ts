import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'

function listenOnce(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : undefined))
    })
  })
}

export async function isPortFree(port: number): Promise<boolean> {
  return (await listenOnce(port)) === port
}

export async function freePort(): Promise<number> {
  const port = await listenOnce(0)
  if (port === undefined) throw new Error('No free port on 127.0.0.1')
  return port
}

/** The port stored in `file` if free, else a new one, so that clients can reconnect after a restart. */
export async function rememberedPort(file: string): Promise<number> {
  const remembered = readNumber(file)
  if (remembered !== undefined && (await isPortFree(remembered))) return remembered
  const port = await freePort()
  writeFileSync(file, `${port}\n`)
  return port
}

/** Undefined without a positive integer. */
export function readNumber(file: string): number | undefined {
  try {
    const value = Number.parseInt(readFileSync(file, 'utf8'), 10)
    return Number.isSafeInteger(value) && value > 0 ? value : undefined
  } catch {
    return undefined
  }
}
