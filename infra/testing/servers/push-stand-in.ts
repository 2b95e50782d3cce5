/** A push service on this machine: keeps what it is sent, and answers as told. */
import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import { afterAll } from 'vitest'
import type { Requesting } from '#platform/push/push-service.ts'

type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer }

export type PushStandIn = {
  address: string
  received: Received[]
  /** Status of the next replies; `before` runs once a message has arrived whole. */
  answers: { status: number; headers: Record<string, string>; before: () => Promise<unknown> }
  /** Lets the sender reach this server, and no other. */
  requesting: Requesting
}

export async function pushStandIn(): Promise<PushStandIn> {
  const received: Received[] = []
  const answers: PushStandIn['answers'] = { status: 201, headers: {}, before: async () => undefined }
  const server = createServer((asked, reply) => {
    const parts: Buffer[] = []
    asked.on('data', (part: Buffer) => parts.push(part))
    asked.on('end', () => {
      received.push({ path: asked.url ?? '', headers: asked.headers, body: Buffer.concat(parts) })
      const { status, headers } = answers
      void answers.before().then(() => reply.writeHead(status, headers).end())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  const bound = server.address()
  const address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
  return {
    address,
    received,
    answers,
    requesting: { request, mayReach: (endpoint) => endpoint.startsWith(`${address}/`), lookup: undefined },
  }
}
