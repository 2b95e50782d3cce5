import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PUSH_SUBSCRIPTIONS_MAX, type PushReply, type PushSubscriptionEntry } from '#contracts/calls/account/push.ts'
import { Person } from '../../../../infra/testing/people/person.ts'
import { SoftBrowser } from '../../../../infra/testing/people/soft-browser.ts'
import { PASSWORD, startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'

const PATH = '/api/push/subscriptions'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

const subscribe = (person: Person, browser: SoftBrowser, given = {}) =>
  person.write<PushSubscriptionEntry>('PUT', PATH, browser.subscription(given))
const read = async (person: Person) => (await person.get<PushReply>('/api/push')).body
const endpointsOf = async (person: Person) => (await read(person)).subscriptions.map(({ endpoint }) => endpoint)
const again = (person: Person) => Person.signIn(product.address, person, PASSWORD)

describe('browsers of a buyer', () => {
  it('subscribe, change their kinds and language in the same row, and end', async () => {
    const [ani, browser] = [await product.buyer(), new SoftBrowser()]
    const { publicKey, subscriptions } = await read(ani)
    expect([Buffer.from(publicKey, 'base64url').length, subscriptions]).toEqual([65, []])
    const first = (await subscribe(ani, browser)).body
    expect(first).toMatchObject({ endpoint: browser.endpoint, kinds: ['points', 'perk', 'code'], language: 'en' })
    const second = (await subscribe(ani, browser, { kinds: ['code'], language: 'am' })).body
    expect(second).toEqual({ ...first, kinds: ['code'], language: 'am' })
    expect((await read(ani)).subscriptions).toEqual([second])

    const davit = await product.buyer()
    expect((await davit.write('DELETE', `${PATH}/${first.id}`)).status).toBe(200)
    expect(await endpointsOf(ani)).toEqual([browser.endpoint])
    for (let times = 0; times < 2; times += 1)
      expect((await ani.write('DELETE', `${PATH}/${first.id}`)).status).toBe(200)
    expect(await endpointsOf(ani)).toEqual([])
  })

  it('are ten at most: one more takes the place of the oldest', async () => {
    const ani = await product.buyer()
    const browsers = Array.from({ length: PUSH_SUBSCRIPTIONS_MAX + 1 }, () => new SoftBrowser())
    for (const browser of browsers) expect((await subscribe(ani, browser)).status).toBe(200)
    expect(await endpointsOf(ani)).toEqual(browsers.slice(1).map(({ endpoint }) => endpoint))
  })

  it('subscribe at the same moment, each in its row', async () => {
    const [ani, browsers] = [await product.buyer(), Array.from({ length: 4 }, () => new SoftBrowser())]
    const answers = await Promise.all(browsers.map((browser) => subscribe(ani, browser)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await endpointsOf(ani)).toSorted()).toEqual(browsers.map(({ endpoint }) => endpoint).toSorted())
  })

  it('belong to the last who subscribed in them, as a new row', async () => {
    const [ani, davit, browser] = [await product.buyer(), await product.buyer(), new SoftBrowser()]
    const first = (await subscribe(ani, browser)).body
    const second = (await subscribe(davit, browser)).body
    expect(second.id).not.toBe(first.id)
    expect([await endpointsOf(ani), await endpointsOf(davit)]).toEqual([[], [browser.endpoint]])
  })

  it('end with their session: by signing out there, by ending it or all others, and by a new password', async () => {
    const ani = await product.buyer()
    const [phone, tablet, desk] = [await again(ani), await again(ani), await again(ani)]
    const browserOf = new Map([ani, phone, tablet, desk].map((session) => [session, new SoftBrowser()]))
    for (const [session, browser] of browserOf) await subscribe(session, browser)
    const left = async (...sessions: Person[]) =>
      expect(await endpointsOf(ani)).toEqual(sessions.map((session) => browserOf.get(session)!.endpoint))
    await left(ani, phone, tablet, desk)

    await phone.write('POST', '/api/auth/logout')
    await left(ani, tablet, desk)
    const { body } = await tablet.get<{ id: string; current: boolean }[]>('/api/auth/sessions')
    await ani.write('DELETE', `/api/auth/sessions/${body.find(({ current }) => current)?.id}`)
    await left(ani, desk)
    await ani.write('DELETE', '/api/auth/sessions')
    await left(ani)
    await product.pool.query('UPDATE users SET session_epoch = session_epoch + 1 WHERE id = $1', [ani.id])
    const { rows } = await product.pool.query('SELECT FROM push_subscriptions WHERE user_id = $1', [ani.id])
    expect(rows).toEqual([])
  })

  it('end with the session of a later sign-in, once its page has saved them again', async () => {
    const [ani, browser] = [await product.buyer(), new SoftBrowser()]
    await subscribe(ani, browser)
    const later = await again(ani)
    const ofThisSession = async (person: Person) =>
      (await read(person)).subscriptions.map(({ isOfThisSession }) => isOfThisSession)
    expect([await ofThisSession(ani), await ofThisSession(later)]).toEqual([[true], [false]])
    expect((await subscribe(later, browser)).body.isOfThisSession).toBe(true)
    await later.write('POST', '/api/auth/logout')
    expect(await endpointsOf(ani)).toEqual([])
  })

  it('end with the account', async () => {
    const ani = await product.buyer()
    await subscribe(ani, new SoftBrowser())
    expect((await ani.write('DELETE', `/api/auth/account/${ani.id}`)).status).toBe(200)
    const { rows } = await product.pool.query('SELECT FROM push_subscriptions WHERE user_id = $1', [ani.id])
    expect(rows).toEqual([])
  })
})

describe('a subscription is refused', () => {
  it('to a business and to a visitor', async () => {
    const [cafe, visitor] = [await product.business(), new Person(product.address, { id: 0, email: '' })]
    expect([(await subscribe(cafe, new SoftBrowser())).status, (await cafe.get('/api/push')).status]).toEqual([
      403, 403,
    ])
    expect((await subscribe(visitor, new SoftBrowser())).status).toBe(401)
  })

  it('with an endpoint in a network of the operator, or a body of more than four kilobytes', async () => {
    const ani = await product.buyer()
    for (const endpoint of [
      'http://push.example/a',
      'https://127.0.0.1/a',
      'https://redis/a',
      'https://push.example:22/',
    ])
      expect((await subscribe(ani, new SoftBrowser(endpoint))).status).toBe(400)
    const long = { ...new SoftBrowser().subscription(), more: 'a'.repeat(4_096) }
    expect((await ani.write('PUT', PATH, long)).status).toBe(413)
    expect(await endpointsOf(ani)).toEqual([])
  })
})
