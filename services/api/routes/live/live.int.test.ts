import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { LiveMoved } from '#contracts/calls/live.ts'
import { COMMAND_WAIT_MS } from '#platform/redis/redis.ts'
import { startWorker } from '../../../../infra/local/application.ts'
import { Person } from '../../../../infra/testing/people/person.ts'
import { openProxy, type Proxy } from '../../../../infra/testing/servers/proxy.ts'
import { callAndRotate, signInAgain, signInStaff } from '../../../../infra/testing/people/staff.ts'
import { PASSWORD, startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'

let product: Product
let second: string
beforeAll(async () => {
  // An own Redis, because channels of the shared one reach all tests.
  product = await startProduct({ redis: 'own' })
  second = await product.startSecondApi()
})
afterAll(() => product.close())

type Message = { id: string; event: string; data: LiveMoved }
type Listener = {
  status: number
  headers: IncomingMessage['headers']
  messages: Message[]
  moved(): Message[]
  ended: () => boolean
  text: () => string
  hangUp(): void
}
const open: ClientRequest[] = []
afterEach(() => open.splice(0).forEach((one) => one.destroy()))

/** As an EventSource, but without reconnecting. */
function listen(
  person: Pick<Person, 'cookie'>,
  { address = product.address, lastEventId }: { address?: string; lastEventId?: string } = {},
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${address}/api/live`, {
      headers: {
        accept: 'text/event-stream',
        ...(person.cookie ? { cookie: person.cookie } : {}),
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      },
    })
    open.push(request)
    request.on('error', reject)
    request.on('response', (response) => {
      let text = ''
      let ended = false
      response.on('data', (chunk: Buffer) => (text += chunk))
      response.on('error', () => (ended = true))
      response.on('close', () => (ended = true))
      const listener: Listener = {
        status: response.statusCode ?? 0,
        headers: response.headers,
        get messages() {
          return text.split('\n\n').flatMap((block) => {
            const [, id, event, data] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/s.exec(block) ?? []
            return id && event && data ? [{ id, event, data: JSON.parse(data) as LiveMoved }] : []
          })
        },
        moved: () => listener.messages.filter(({ event }) => event === 'moved'),
        ended: () => ended,
        text: () => text,
        hangUp: () => request.destroy(),
      }
      if (response.statusCode !== 200) return resolve(listener)
      waitUntil('the stream is ready', () => listener.messages.some(({ event }) => event === 'ready')).then(
        () => resolve(listener),
        reject,
      )
    })
    request.end()
  })
}

/** A proxy that can be cut: existing and new connections then close at once. */
async function breakableWay(url: string): Promise<Proxy & { cut(): void; join(): void }> {
  const halves = new Set<Socket>()
  let isCut = false
  const proxy = await openProxy(url, (client, reach) => {
    if (isCut) return void client.destroy()
    const server = reach()
    for (const half of [client, server]) halves.add(half)
    client.pipe(server).pipe(client)
  })
  return {
    ...proxy,
    cut: () => {
      isCut = true
      for (const half of halves) half.destroy()
    },
    join: () => void (isCut = false),
  }
}

const award = (shop: Person, buyer: Person & { code: string }, address = product.address) =>
  shop.at(address).write('POST', `/api/business/${shop.id}/award-points`, { buyerId: buyer.code, amountSpent: 500 })
const heard = (listener: Listener, times = 1) => waitUntil('it is heard', () => listener.moved().length >= times)

describe('live', () => {
  it('the buyer and the business hear of an award, nobody else does; the next response contains it', async () => {
    const [cafe, books, ani, davit] = [
      await product.business(),
      await product.business(),
      await product.buyer(),
      await product.buyer(),
    ]
    const [toAni, toDavit, toCafe, toBooks] = await Promise.all([
      listen(ani),
      listen(davit),
      listen(cafe),
      listen(books),
    ])
    const token = (await award(cafe, ani)).token ?? '0'
    await Promise.all([heard(toAni), heard(toCafe)])
    expect(toAni.moved()[0]?.data).toMatchObject({ accounts: [{ businessId: cafe.id, buyerId: ani.id }] })
    expect(toCafe.moved()[0]?.data).toEqual(toAni.moved()[0]?.data)
    expect(BigInt(toAni.moved()[0]?.id ?? 0) >= BigInt(token)).toBe(true)
    const points = await ani.send('GET', `/api/buyer/${ani.id}/points`, undefined, {
      'consistency-token': toAni.moved()[0]?.id ?? '',
    })
    expect(points.body).toMatchObject([{ points: '1.0' }])

    await award(books, davit)
    await Promise.all([heard(toDavit), heard(toBooks)])
    expect([toAni.moved().length, toCafe.moved().length]).toEqual([1, 1])
    expect(JSON.stringify(toBooks.messages)).not.toContain(String(ani.id))
  })

  it('is neither cached nor compressed, and has the usual security headers', async () => {
    const stream = await listen(await product.buyer())
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    expect(stream.headers['content-security-policy']).toContain("default-src 'self'")
    expect(stream.headers['content-encoding']).toBeUndefined()
    expect(stream.text()).toMatch(/^retry: \d{4}\n\n/)
  })

  it('a reconnect with the last seen position gets what was missed, and nothing older', async () => {
    const [cafe, books, ani] = [await product.business(), await product.business(), await product.buyer()]
    // Once it receives anything, later streams get this by position only.
    const witness = await listen(ani)
    await award(books, ani)
    await heard(witness, 1)
    const first = await listen(ani)
    await award(cafe, ani)
    await Promise.all([heard(first), heard(witness, 2)])
    const position = first.moved()[0]?.id ?? ''
    first.hangUp()
    await award(cafe, ani)
    await heard(witness, 3)

    const again = await listen(ani, { lastEventId: position })
    expect(again.messages.map(({ event }) => event)).toEqual(['moved', 'ready'])
    expect(again.moved()[0]?.data.accounts).toEqual([{ businessId: cafe.id, buyerId: ani.id }])
    const current = await listen(ani, { lastEventId: again.messages[0]?.id ?? '' })
    expect(current.messages.map(({ event }) => event)).toEqual(['ready'])
    const strange = await listen(ani, { lastEventId: 'not-a-position' })
    expect(strange.messages.map(({ event }) => event)).toEqual(['ready'])
    const business = await listen(cafe, { lastEventId: position })
    expect(business.moved()[0]?.data.accounts).toEqual([{ businessId: cafe.id, buyerId: ani.id }])
  })

  it('an award at one API process reaches streams at another', async () => {
    const [cafe, ani] = [await product.business(), await product.buyer()]
    const [here, there] = await Promise.all([listen(ani), listen(ani, { address: second })])
    await award(cafe, ani)
    await award(cafe, ani, second)
    await Promise.all([
      waitUntil('here', () => here.moved().length >= 1),
      waitUntil('there', () => there.moved().length >= 1),
    ])
  })

  it('ends within two seconds with its session: here, at another process, by a new password, by a suspension', async () => {
    const ends = async (stream: Listener, how: () => Promise<unknown>) => {
      await sleep(300)
      expect(stream.ended()).toBe(false)
      await how()
      await waitUntil('the stream has ended', () => stream.ended(), 2_500)
    }
    const ani = await product.buyer()
    await ends(await listen(ani), () => ani.send('POST', '/api/auth/logout'))
    expect((await listen(ani)).status).toBe(401)
    const davit = await product.buyer()
    await ends(await listen(davit), () => davit.at(second).send('POST', '/api/auth/logout'))
    const mariam = await product.buyer()
    await ends(await listen(mariam), () =>
      product.pool.query('UPDATE users SET session_epoch = session_epoch + 1 WHERE id = $1', [mariam.id]),
    )
    const cafe = await product.business()
    await ends(await listen(cafe), () =>
      product.pool.query(`UPDATE business_profiles SET status = 'suspended' WHERE user_id = $1`, [cafe.id]),
    )
    const other = await product.buyer()
    const stays = await listen(other)
    // The same person on another device.
    await Person.signIn(product.address, other, PASSWORD)
    await sleep(2_000)
    expect(stays.ended()).toBe(false)
  })

  it('of a support visit ends with the visit: when its administrator begins another, when its business is erased (H25, H31)', async () => {
    const [cafe, bakery, admin] = [
      await product.business(),
      await product.business(),
      await signInStaff(product, 'admin'),
    ]
    const visit = async (who: Person, { id }: Person) =>
      expect(
        (
          await callAndRotate(who, '/api/admin/impersonation/start', {
            userId: id,
            reason: 'the owner asked for help with an award',
          })
        ).status,
      ).toBe(200)
    await visit(admin, cafe)
    const replaced = await listen(admin)
    const elsewhere = await signInAgain(product.address, admin)
    expect(replaced.ended()).toBe(false)
    await visit(elsewhere, bakery)
    await waitUntil('the stream of the first visit has ended', () => replaced.ended())

    const erased = await listen(elsewhere)
    expect([erased.status, erased.ended()]).toEqual([200, false])
    expect((await bakery.write('DELETE', `/api/auth/account/${bakery.id}`)).status).toBe(200)
    await waitUntil('the stream at the erased business has ended', () => erased.ended())
  })

  it('is for signed-in buyers and businesses, with a limit per user (R177)', async () => {
    expect((await listen({ cookie: '' })).status).toBe(401)
    const ani = await product.buyer()
    const streams = await Promise.all(Array.from({ length: 8 }, () => listen(ani)))
    expect((await listen(ani)).status).toBe(429)
    streams[0]?.hangUp()
    await waitUntil('there is room again', async () => (await listen(ani)).status === 200)
    expect((await listen(await product.buyer())).status).toBe(200)
  })

  it('answers no HEAD request: nothing would follow', async () => {
    const ani = await product.buyer()
    const head = await fetch(`${product.address}/api/live`, {
      method: 'HEAD',
      headers: { cookie: ani.cookie },
      signal: AbortSignal.timeout(10_000),
    })
    expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET'])
  })

  it('after a Redis outage all streams reconnect to catch up, and live goes on', async () => {
    const [cafe, ani] = [await product.business(), await product.buyer()]
    const stream = await listen(ani)
    await product.services.redisServer?.kill()
    await product.services.restartRedis()
    await waitUntil('the stream was ended', () => stream.ended())
    const again = await waitUntil('it is back', async () => {
      const answer = await listen(ani, { lastEventId: stream.messages.at(-1)?.id ?? '0' }).catch(() => undefined)
      return answer?.status === 200 && answer
    })
    await award(cafe, ani)
    await heard(again)
  })

  it('a starting worker makes all streams reconnect: its predecessor may have died between commit and publish', async () => {
    const stream = await listen(await product.buyer())
    await product.worker.kill()
    await product.restartWorker()
    await waitUntil('the stream was ended', () => stream.ended())
  })

  it('what a worker could not publish, because only it lost Redis, makes all streams reconnect', async () => {
    const [cafe, ani] = [await product.business(), await product.buyer()]
    await product.worker.stop()
    const way = await breakableWay(product.services.redisUrl)
    product.worker = await startWorker({ ...product.workerEnv, REDIS_URL: way.url }, () => {})
    const isShown = async (award: { token: string | null }) =>
      waitUntil(
        'it is shown',
        async () =>
          !(
            await ani.send('GET', `/api/buyer/${ani.id}/points`, undefined, { 'consistency-token': award.token ?? '' })
          ).headers.has('consistency-stale'),
      )
    // Afterwards this worker has announced its start.
    await isShown(await award(cafe, ani))
    const stream = await listen(ani)
    await award(cafe, ani)
    await heard(stream)
    way.cut()
    await isShown(await award(cafe, ani))
    // Longer than its publish timeout.
    await sleep(COMMAND_WAIT_MS + 1_000)
    expect([stream.moved().length, stream.ended()]).toEqual([1, false])
    way.join()
    await waitUntil('the stream was ended', () => stream.ended())
    const again = await listen(ani, { lastEventId: stream.messages.at(-1)?.id ?? '' })
    // The worker may have announced the award before it ended the stream.
    const missed = () => [...stream.moved().slice(1), ...again.moved()]
    await waitUntil('the award is heard', () => missed().length > 0)
    expect(missed()[0]?.data.accounts).toEqual([{ businessId: cafe.id, buyerId: ani.id }])
    await product.worker.stop()
    await way.close()
    await product.restartWorker()
  }, 40_000)

  it('a process that shuts down closes its streams without waiting', async () => {
    const ani = await product.buyer()
    const stream = await listen(ani)
    await product.api.stop()
    await waitUntil('the stream has ended', () => stream.ended())
    await product.restartApi()
    expect((await listen(ani)).status).toBe(200)
  })
})
