import Fastify from 'fastify'
import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { PasswordQueueFull } from '#accounts/passwords.ts'
import { StoreUnavailable } from '#ledger/event-store.ts'
import { TooManyImages } from '#platform/files/images.ts'
import { TooManyDocuments } from '#platform/documents/pdf-drawings.ts'
import { errors } from './errors.ts'

type Line = { msg: string; err: { message: string }; requestId: string }

it.each([PasswordQueueFull, TooManyDocuments, TooManyImages])(
  'answers a full queue with 503 `busy`: %o',
  async (Reason) => {
    const app = Fastify()
    await app.register(errors)
    app.get('/', async () => {
      throw new Reason()
    })
    const answer = await app.inject('/')
    await app.close()
    expect([answer.statusCode, answer.json()]).toEqual([503, expect.objectContaining({ code: 'busy' })])
  },
)

it('logs the first failures of an outage, and all other failures', async () => {
  const lines: Line[] = []
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(JSON.parse(line.toString()) as Line)
      done()
    },
  })
  const app = Fastify({ logger: { level: 'error', stream } })
  await app.register(errors)
  app.get('/away', () => Promise.reject(new StoreUnavailable('The store is away')))
  app.get('/broken', () => Promise.reject(new Error('a defect of ours')))
  // Takes less than a minute, so it spans two at most.
  for (let count = 0; count < 200; count += 1) expect((await app.inject('/away')).statusCode).toBe(503)
  for (let count = 0; count < 30; count += 1) expect((await app.inject('/broken')).statusCode).toBe(500)
  const told = (what: string) => lines.filter(({ msg, err }) => msg === 'request failed' && err.message === what)
  expect([10, 20]).toContain(told('The store is away').length)
  expect(told('a defect of ours')).toHaveLength(30)
  await app.close()
})
