import { randomUUID } from 'node:crypto'

export type Answer<T = Record<string, unknown>> = {
  status: number
  body: T & { message?: string; code?: string; issues?: { path: string; message: string }[] }
  headers: Headers
  /** The consistency token, if any. */
  token: string | null
}

/** A signed-in HTTP client: a cookie, and an idempotency key per action. */
export class Person {
  readonly id: number
  readonly email: string
  cookie: string
  /** Typed when an action asks for it; undefined never confirms. */
  password: string | undefined
  #address: string
  #token = '0'
  #confirming: Promise<Answer> | undefined

  constructor(address: string, { id, email }: { id: number; email: string }, cookie = '') {
    this.#address = address
    this.id = id
    this.email = email
    this.cookie = cookie
  }

  /** `refused`: the account may not sign in, so only the row is used. */
  static async signIn(
    address: string,
    who: { id: number; email: string },
    password: string,
    { refused = false } = {},
  ): Promise<Person> {
    const person = new Person(address, who)
    if (refused) return person
    const answer = await person.send('POST', '/api/auth/login', { email: who.email, password })
    if (answer.status !== 200) throw new Error(`Sign-in of ${who.email}: ${answer.status} ${answer.body.message}`)
    person.cookie = cookieOf(answer.headers)
    person.password = password
    return person
  }

  /** After sign-up or registration, with the response's cookie. */
  static signedUp(address: string, { headers }: Pick<Answer, 'headers'>): Person {
    return new Person(address, { id: 0, email: '' }, cookieOf(headers))
  }

  /** The same session at another API process. */
  at(address: string): Person {
    const same = new Person(address, this, this.cookie)
    same.password = this.password
    return same
  }

  /** Includes all of this person's writes. */
  async get<T = Record<string, unknown>>(path: string, headers: Record<string, string> = {}): Promise<Answer<T>> {
    return this.send<T>('GET', path, undefined, { 'consistency-token': this.#token, ...headers })
  }

  /** With a new key, unless given. */
  async write<T = Record<string, unknown>>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    key: string = randomUUID(),
  ): Promise<Answer<T>> {
    return this.send<T>(method, path, body, { 'idempotency-key': key })
  }

  confirm(password: string): Promise<Answer> {
    return this.send('POST', '/api/auth/confirm', { password })
  }

  /** Confirms the password if required, once for simultaneous calls, and repeats the call. */
  async send<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const answer = await this.#call<T>(method, path, body, headers)
    if (answer.body.code !== 'confirmation_required' || this.password === undefined) return answer
    this.#confirming ??= this.confirm(this.password).finally(() => (this.#confirming = undefined))
    await this.#confirming
    return this.#call<T>(method, path, body, headers)
  }

  async #call<T>(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Answer<T>> {
    const response = await fetch(`${this.#address}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.cookie ? { cookie: this.cookie } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const token = response.headers.get('consistency-token')
    this.#seen(token)
    return {
      status: response.status,
      body: text === '' ? {} : JSON.parse(text),
      headers: response.headers,
      token,
    } as Answer<T>
  }

  /** Later reads include this position. */
  sees(token: string | null): void {
    this.#seen(token)
  }

  #seen(token: string | null): void {
    if (token !== null && BigInt(token) > BigInt(this.#token)) this.#token = token
  }
}

export function cookieOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .join('; ')
}
