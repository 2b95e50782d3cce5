import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { awardHead, awardRequest, getRequest, postRequest } from './request.ts'

type Seen = { method: string | undefined; url: string | undefined; headers: Record<string, unknown>; body: string }

/** Requests as a real HTTP server reads them. */
async function asSeenByServer(textOf: (port: number) => string, count: number): Promise<Seen[]> {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      seen.push({ method: request.method, url: request.url, headers: request.headers, body })
      response.end('ok')
      if (seen.length === count) server.emit('enough')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(textOf((server.address() as AddressInfo).port), 'latin1')
  await once(server, 'enough')
  socket.destroy()
  server.close()
  return seen
}

describe('a prepared request', () => {
  it('is read by a real server, several on one connection', async () => {
    const [first, second] = await asSeenByServer((port) => {
      const head = awardHead({ host: '127.0.0.1', port }, 100_007, 'hatik=abc.def')
      return awardRequest(head, 'bench-1-0001', 'BB0042', 1234) + awardRequest(head, 'bench-1-0002', 'BB9999', 50)
    }, 2)
    expect(first).toMatchObject({
      method: 'POST',
      url: '/api/business/100007/award-points',
      headers: { cookie: 'hatik=abc.def', 'idempotency-key': 'bench-1-0001', 'content-type': 'application/json' },
      body: '{"buyerId":"BB0042","amountSpent":1234}',
    })
    expect(second).toMatchObject({
      headers: { 'idempotency-key': 'bench-1-0002' },
      body: '{"buyerId":"BB9999","amountSpent":50}',
    })
  })

  it('carries a consistency token only if given', async () => {
    const host = { host: '127.0.0.1', port: 80 }
    expect(getRequest(host, '/x', 'a=b', '77')).toContain('\r\nconsistency-token: 77\r\n')
    expect(getRequest(host, '/x', 'a=b')).not.toContain('consistency-token')
    const [seen] = await asSeenByServer((port) => getRequest({ host: '127.0.0.1', port }, '/api/x', 'a=b', '77'), 1)
    expect(seen).toMatchObject({ method: 'GET', url: '/api/x', headers: { 'consistency-token': '77', cookie: 'a=b' } })
  })

  it('of any other kind is read too', async () => {
    const [seen] = await asSeenByServer(
      (port) => postRequest({ host: '127.0.0.1', port }, '/api/auth/login', '{"email":"a"}'),
      1,
    )
    expect(seen).toMatchObject({ method: 'POST', url: '/api/auth/login', body: '{"email":"a"}' })
  })
})
