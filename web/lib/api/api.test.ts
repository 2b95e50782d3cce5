// @vitest-environment node
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ApiError } from './api-error.ts'
import { createApi, type Api } from './api.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A real server that returns these responses in order, repeats the last one, and records its requests. */
let server: Server
let asked: IncomingMessage[]
let answers: Answer[]
let api: Api

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
const dropped: Answer = (request) => request.socket.destroy()
const refusal = (status: number, code: string, message: string): Answer => json(status, { code, message })

const reply = z.object({ points: z.number() })
const award = (key: string): Promise<unknown> =>
  api.write({ method: 'POST', path: '/api/business/2/award-points', body: { amountSpent: 500 }, key, reply })
const errorOf = async (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => expect.fail('It succeeded'),
    (error: unknown) => (error instanceof ApiError ? error : expect.fail(String(error))),
  )

beforeEach(async () => {
  asked = []
  answers = []
  server = createServer((request, response) => {
    asked.push(request)
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    request.resume().on('end', () => answer?.(request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  api = createApi({ origin: `http://127.0.0.1:${port}`, retryAfterMs: 5 })
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

describe('a write', () => {
  it("knows whether a refusal is our server's, and when it was given", async () => {
    answers = [
      json(404, { code: 'buyer_not_found', message: 'Buyer not found' }, { date: 'Thu, 26 Nov 2026 07:00:00 GMT' }),
      json(404, { message: 'no route' }),
    ]
    expect(await errorOf(award('k'))).toMatchObject({
      code: 'buyer_not_found',
      foreign: false,
      answeredAtMs: Date.UTC(2026, 10, 26, 7),
    })
    expect(await errorOf(award('k'))).toMatchObject({ code: 'not_found', foreign: true })
  })

  it('accepts an error code added by a newer server, so that an award with it does not block the outbox', async () => {
    const refused = { code: 'of_next_year', message: 'Not before next year' }
    answers = [json(409, { ...refused, requestId: 'r' }), json(409, refused)]
    expect(await errorOf(award('k'))).toMatchObject({ ...refused, status: 409, foreign: false, outcomeUnknown: false })
    expect(await errorOf(award('k'))).toMatchObject({ foreign: true })
  })

  it('is retried once under the same key when its response is lost (C18, R186)', async () => {
    answers = [dropped, json(200, { points: 1 })]
    await expect(award('key-of-this-award')).resolves.toEqual({ points: 1 })
    expect(asked.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-of-this-award', 'key-of-this-award'])
  })

  it('is retried once after a server error, and not a third time (C18)', async () => {
    answers = [refusal(503, 'busy', 'The service is busy, please try again')]
    const error = await errorOf(award('key-of-this-award'))
    expect(error).toMatchObject({ status: 503, code: 'busy', outcomeUnknown: true })
    expect(asked).toHaveLength(2)
  })

  it.each([400, 401, 403, 404, 409, 422, 429])('is not retried after a refusal with %i (C18)', async (status) => {
    answers = [refusal(status, 'insufficient_points', 'Insufficient points')]
    const error = await errorOf(award('key-of-this-award'))
    expect(error).toMatchObject({ status, outcomeUnknown: false })
    expect(asked).toHaveLength(1)
  })

  it('sends JSON and asks for JSON', async () => {
    answers = [json(200, { points: 1 })]
    await award('key-of-this-award')
    expect(asked[0]?.headers).toMatchObject({ 'content-type': 'application/json', accept: 'application/json' })
  })

  it('without a body sends no content type', async () => {
    answers = [json(200, { points: 1 })]
    await api.write({ method: 'DELETE', path: '/api/buyer/7/redemption/a', key: 'key-of-this-cancel', reply })
    expect(asked[0]?.headers['content-type']).toBeUndefined()
  })
})

describe('an error', () => {
  it('has the status, the code and the message of the reply, and the limit flag (R212)', async () => {
    answers = [
      json(403, {
        code: 'transaction_limit_exceeded',
        message: 'Monthly transaction limit exceeded',
        limitExceeded: true,
      }),
    ]
    expect(await errorOf(award('key-of-this-award'))).toMatchObject({
      status: 403,
      code: 'transaction_limit_exceeded',
      message: 'Monthly transaction limit exceeded',
      limitExceeded: true,
    })
  })

  it('has the message "status: body" if the reply is not ours (R184)', async () => {
    answers = [(_, response) => response.writeHead(502).end('Bad gateway')]
    expect((await errorOf(api.read('/api/x', reply))).message).toBe('502: Bad gateway')
    answers = [(_, response) => response.writeHead(418, 'A teapot').end()]
    expect((await errorOf(api.read('/api/x', reply))).message).toBe('418: A teapot')
  })

  it('is raised for a reply that breaks the contract', async () => {
    answers = [json(200, { points: 'many' })]
    expect(await errorOf(api.read('/api/x', reply))).toMatchObject({ code: 'unreadable' })
  })

  it('is a network error without a response in time', async () => {
    answers = [() => undefined]
    const { port } = server.address() as AddressInfo
    const impatient = createApi({ origin: `http://127.0.0.1:${port}`, timeoutMs: 20 })
    expect(await errorOf(impatient.read('/api/x', reply))).toMatchObject({ status: 0, code: 'network' })
  })

  it('of 401 and 403 reaches the refusal listeners, and no other does (H18, H29)', async () => {
    const told: unknown[] = []
    api.onRefused(({ code }) => told.push(code))
    answers = [
      refusal(401, 'not_signed_in', 'Not signed in'),
      refusal(403, 'trial_expired', 'Trial Expired'),
      refusal(409, 'user_exists', 'User already exists'),
    ]
    for (let read = 0; read < 3; read += 1) await errorOf(api.read('/api/auth/me', reply))
    expect(told).toEqual(['not_signed_in', 'trial_expired'])
  })

  it('brings the user of a refused sign-in that opened a restricted session (C1)', async () => {
    const user = {
      id: 9,
      buyerId: null,
      firstName: 'Անի',
      lastName: 'Խաչատրյան',
      email: 'cafe@hatik.test',
      phone: null,
      role: 'business',
      language: 'am',
    }
    answers = [json(403, { code: 'trial_expired', message: 'Trial Expired', user })]
    expect(await errorOf(award('key-of-this-award'))).toMatchObject({
      status: 403,
      message: 'Trial Expired',
      user,
      lapsed: false,
    })
    answers = [json(403, { code: 'trial_expired', message: 'Trial Expired', lapsed: true, user })]
    expect(await errorOf(award('key-of-this-award'))).toMatchObject({ message: 'Trial Expired', user, lapsed: true })
  })
})

describe('a write with a file', () => {
  it('goes as multipart, complete again on the second attempt (R107)', async () => {
    const bodies: string[] = []
    server.on('request', (request: IncomingMessage) => {
      let body = ''
      request.on('data', (bytes: Buffer) => (body += bytes.toString('latin1'))).on('end', () => bodies.push(body))
    })
    answers = [refusal(503, 'busy', 'The service is busy, please try again'), json(200, { points: 1 })]
    const form = new FormData()
    form.set('businessName', 'Kofe')
    form.set('idDocument', new File(['pixels'], 'id.png', { type: 'image/png' }))
    await api.write({ method: 'POST', path: '/api/auth/business-register', body: form, key: 'key-of-this-form', reply })
    expect(asked.map(({ headers }) => headers['content-type']?.split(';')[0])).toEqual([
      'multipart/form-data',
      'multipart/form-data',
    ])
    for (const body of bodies)
      expect(body).toMatch(/name="businessName"[^]*Kofe[^]*filename="id.png"[^]*image\/png[^]*pixels/)
    expect(bodies).toHaveLength(2)
  })
})

describe('a read after a write', () => {
  it('sends the latest position that a write has returned, however long the number (R70, R90)', async () => {
    const write = (token: string): void =>
      void answers.splice(0, answers.length, json(200, { points: 1 }, { 'consistency-token': token }))
    write('9007199254740993')
    await award('first-key')
    write('9007199254740992')
    await award('second-key')
    await api.read('/api/business/2/stats', reply)
    expect(tokens()).toEqual([undefined, undefined, '9007199254740993'])
  })

  it('is retried once if the server could not wait for that position', async () => {
    answers = [
      json(200, { points: 1 }, { 'consistency-token': '5' }),
      json(200, { points: 1 }, { 'consistency-stale': 'true' }),
      json(200, { points: 2 }),
    ]
    await award('first-key')
    await expect(api.read('/api/business/2/stats', reply)).resolves.toEqual({ points: 2 })
  })

  it('sends no position before the first write, nor after sign-out', async () => {
    answers = [json(200, { points: 1 }, { 'consistency-token': '5' })]
    await api.read('/api/x', reply)
    await award('first-key')
    api.forgetPosition()
    await api.read('/api/x', reply)
    expect(tokens()).toEqual([undefined, undefined, undefined])
  })
})

it('a read that is refused before its schema fails to load reports the refusal alone', async () => {
  answers = [refusal(403, 'forbidden', 'Forbidden')]
  const schema = Promise.withResolvers<typeof reply>()
  expect(await errorOf(api.read('/api/auth/me', schema.promise))).toMatchObject({ code: 'forbidden' })
  // An unhandled rejection would fail the run.
  schema.reject(new Error('The file is gone'))
  await new Promise((resolve) => setImmediate(resolve))
})

const tokens = (): unknown[] => asked.map(({ headers }) => headers['consistency-token'])
