import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cookieOf, Person } from '../../infra/quality/person.ts'
import { PASSWORD, startProduct, type Product } from '../../infra/quality/test-product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

const visitor = () => new Person(product.address, { id: 0, email: '' })

describe('my sessions (C17)', () => {
  it('are listed with their devices, and ended one by one or all others at once; nobody ends another person\'s', async () => {
    const [ani, davit] = [await product.buyer(), await product.buyer()]
    const at = async (agent: string) => {
      const answer = await visitor().send('POST', '/api/auth/login', { email: ani.email, password: PASSWORD }, { 'user-agent': agent })
      return Object.assign(ani.at(product.address), { cookie: cookieOf(answer.headers) })
    }
    const phone = await at('Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/153.0 Mobile Safari/537.36')
    const laptop = await at('Mozilla/5.0 (Macintosh; Intel Mac OS X 15) AppleWebKit/605 Version/20 Safari/605')
    const list = await phone.get<{ id: string; current: boolean; device: string }[]>('/api/auth/sessions')
    expect(list.body.map(({ current, device }) => [current, device])).toEqual([[false, 'Safari · Mac'], [true, 'Chrome · Android'], [false, '']])

    const theirs = list.body[0]!.id
    expect((await davit.write('DELETE', `/api/auth/sessions/${theirs}`)).status).toBe(404)
    expect((await visitor().write('DELETE', `/api/auth/sessions/${theirs}`)).status).toBe(401)
    expect((await laptop.get('/api/auth/me')).status).toBe(200)
    expect((await phone.write('DELETE', `/api/auth/sessions/${theirs}`)).status).toBe(200)
    expect((await laptop.get('/api/auth/me')).status).toBe(401)
    expect((await phone.write('DELETE', '/api/auth/sessions')).status).toBe(200)
    expect((await ani.get('/api/auth/me')).status).toBe(401)
    expect((await phone.get<unknown[]>('/api/auth/sessions')).body).toHaveLength(1)
    await phone.send('POST', '/api/auth/logout')
    expect((await phone.get('/api/auth/sessions')).status).toBe(401)
  })
})
