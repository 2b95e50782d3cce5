import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import type { Env } from '#platform/env/env.ts'
import { ApiError } from '../http/api-error.ts'
import { relyingParty } from './relying-party.ts'

it('without PUBLIC_URL follows from the Host, and refuses one that makes no address', async () => {
  const app = fastify()
  app.get('/', (request) => relyingParty(request, {} as Env))
  app.setErrorHandler((error, _request, reply) => reply.send(error instanceof ApiError ? error.code : 'unexpected'))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const answerTo = async (host: string) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(`GET / HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
    return (await text(socket)).split('\r\n\r\n')[1]
  }
  try {
    expect(await answerTo('hatik.test:81')).toContain('"id":"hatik.test"')
    for (const host of ['a b', '[', 'a:99999']) expect([host, await answerTo(host)]).toEqual([host, 'invalid_input'])
  } finally {
    await app.close()
  }
})
