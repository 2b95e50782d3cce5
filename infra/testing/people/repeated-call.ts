/** Calls that can be repeated with the same key, as after a lost response, and what a newcomer writes in forms. */
import { randomBytes, randomUUID } from 'node:crypto'
import { PASSWORD } from '../servers/test-product.ts'
import type { Answer, Person } from './person.ts'

type Body = Record<string, unknown>
/** `later`: its cookie. `lacking`: sent without session or key. */
export type Call = (
  later?: string,
  lacking?: 'session' | 'key',
) => Promise<Pick<Answer<Body>, 'status' | 'body' | 'headers'>>

export const freshEmail = () => `somebody-${randomBytes(6).toString('hex')}@hatik.test`

/** Every call of the result has the same key, and by default the same cookie. */
export function once(person: Person, method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Call {
  const [key, { cookie }] = [randomUUID(), person]
  // As in a browser, new cookies come first.
  return (later, lacking) =>
    person.send<Body>(method, path, body, headersOf(key, later === undefined ? cookie : `${later}; ${cookie}`, lacking))
}

const headersOf = (key: string, cookie: string, lacking?: 'session' | 'key') => ({
  cookie: lacking === 'session' ? '' : cookie,
  ...(lacking !== 'key' && { 'idempotency-key': key }),
})

export function onceWithFile(
  { at, picture }: { at: string; picture: Buffer },
  path: string,
  cookie: string,
  field: string,
  fields: Record<string, string> = {},
): Call {
  const key = randomUUID()
  return async (_later, lacking) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append(field, new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png')
    const response = await fetch(at + path, {
      method: 'POST',
      body: form,
      headers: headersOf(key, cookie, lacking),
    })
    return { status: response.status, body: (await response.json()) as Answer<Body>['body'], headers: response.headers }
  }
}

export const newPerson = { firstName: 'Անի', lastName: 'Գնորդ' }
export const registration = () => ({
  ...newPerson,
  email: freshEmail(),
  phone: '091 12 34 56',
  password: PASSWORD,
  confirmPassword: PASSWORD,
  legalStatus: 'individual',
  taxId: '',
  businessName: 'Կոֆե Տուն',
  industry: 'Restaurant',
  description: 'Սուրճ',
  website: 'kofe-tun.am',
  language: 'am',
})
