/** Limits on changes of address: each sends two mails, one perhaps to a stranger. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '../../../infra/testing/people/person.ts'
import { PASSWORD, startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct({ env: { RATE_LIMITS: 'on' } })
})
afterAll(() => product.close())

it('changes by one person are limited, and changes to one address, whoever asks (C14, H20)', async () => {
  const move = (person: Person, email: string) =>
    person.write('PATCH', '/api/auth/profile', {
      userId: person.id,
      firstName: 'Նարե',
      lastName: 'Գ',
      email,
      phone: '',
      currentPassword: PASSWORD,
    })
  const [nare, davit] = [await product.buyer(), await product.buyer()]
  const [one, other] = [`one-${nare.id}@hatik.test`, `other-${nare.id}@hatik.test`]
  const inTurns = async (person: Person, times: number) => {
    const answers = []
    for (let call = 0; call < times; call += 1) answers.push(await move(person, call % 2 === 0 ? one : other))
    return answers
  }
  const moves = await inTurns(nare, 6)
  expect(moves.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
  expect(moves[5]?.body.message).toBe('Too many attempts, please try again later')
  expect((await move(nare, one)).status).toBe(200)
  // The buyer's fifth, and the sixth to this address.
  expect((await inTurns(davit, 5)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 429])
})
