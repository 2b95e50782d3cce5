/**
 * The control port of the test switches: HTTP on loopback, only with EVENTSTORE_TEST_SWITCHES=1. README.md lists them.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { FAULT_NAMES, type Faults } from './faults.ts'

const order = z.strictObject({
  fault: z.enum(FAULT_NAMES),
  times: z.int().min(-1).default(1),
  lateMs: z.int().min(0).max(60_000).default(0),
  on: z.enum(['appends', 'reads']).default('appends'),
})

/** Port 0: any free one. POST /faults adds a fault, DELETE clears all, GET lists them. */
export async function openControlPort(faults: Faults, atPort: number): Promise<{ port: number }> {
  const server = createServer((request, response) => {
    answer(request, faults).then(
      (found) => reply(response, found ? 200 : 404, { faults: faults.active }),
      (error: unknown) => reply(response, 400, { error: String(error) }),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(atPort, '127.0.0.1', resolve))
  server.unref()
  return { port: (server.address() as AddressInfo).port }
}

async function answer(request: IncomingMessage, faults: Faults): Promise<boolean> {
  if (request.url !== '/faults') return false
  if (request.method === 'DELETE') faults.clear()
  if (request.method === 'POST') {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    faults.order(order.parse(JSON.parse(Buffer.concat(chunks).toString())))
  }
  return true
}

function reply(response: ServerResponse, statusCode: number, body: unknown): void {
  response.writeHead(statusCode, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
