import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOGO_FIELD } from '#contracts/calls/profile.ts'
import { ID_DOCUMENT_FIELD } from '#contracts/units/uploads.ts'
import type { Person } from '../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../infra/testing/people/staff.ts'
import { startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'

let product: Product
let cafe: Person & { perkIds: number[] }
let pending: Person
let ani: Person & { code: string }
let admin: Person
beforeAll(async () => {
  product = await startProduct()
  cafe = await product.business({ perks: ['10'] })
  pending = await product.business({ status: 'pending' })
  ani = await product.buyer()
  admin = await signInStaff(product, 'admin')
})
afterAll(() => product.close())

const award = (body: unknown) => cafe.write('POST', `/api/business/${cafe.id}/award-points`, body)

describe('amounts (R165, R167, C10)', () => {
  it.each([
    49,
    0,
    -500,
    50.9,
    1e308,
    2 ** 53,
    '50.9',
    '5e3',
    '٥٠٠',
    '-50',
    '',
    ' ',
    null,
    true,
    [],
    {},
    '0x64',
    '1_000',
    'NaN',
    100_000_001,
  ])('the amount %j is refused with a text, and nothing is written', async (amountSpent) => {
    const answer = await award({ buyerId: ani.code, amountSpent })
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('invalid_input')
    expect(answer.body.message).toBeTruthy()
  })

  it('an amount below the minimum gets the specified text, and digits with surrounding spaces are accepted', async () => {
    expect((await award({ buyerId: ani.code, amountSpent: 49 })).body.message).toBe(
      'Minimum transaction amount is 50 AMD',
    )
    expect((await award({ buyerId: ani.code, amountSpent: ' 500 ' })).body).toMatchObject({
      points: 1,
      amountSpent: 500,
    })
    expect((await award({ buyerId: ani.code, amountSpent: 50 })).body).toMatchObject({ points: 0.1 })
  })
})

const STRINGS = [
  '',
  ' ',
  '\u0000',
  'AB\u00001234',
  '\ud800',
  '\u202eAB1234',
  "'; DROP TABLE users; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'AB1234\r\nX: y',
  'x'.repeat(100_000),
  'ԱԲ1234',
]
const WRONG = [null, 5, -1, 1.5, true, [], {}, ['AB1234'], { buyerId: 'AB1234' }]

describe('bad input gets a clear 4xx on every write, and the next request works', () => {
  it.each([...STRINGS, ...WRONG])('buyer code %j', async (buyerId) => {
    const answer = await award({ buyerId, amountSpent: 500 })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body.code).toBeTruthy()
  })

  it.each([...STRINGS, ...WRONG])('a bad redemption code gets a clear 4xx: %j', async (redemptionCode) => {
    const answer = await cafe.write('POST', `/api/business/${cafe.id}/verify-redemption`, { redemptionCode })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
  })

  it.each([...STRINGS, ...WRONG, 0, 2 ** 31, Number.MAX_SAFE_INTEGER, '1'])(
    'a bad perk id gets a clear 4xx: %j',
    async (perkId) => {
      const answer = await ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
    },
  )

  it.each(['0', '-1', '1e3', '01', '99999999999', 'abc', '%00', '1%20OR%201=1', '١'])(
    'a bad id in a path gets a clear 4xx: %s',
    async (id) => {
      for (const [who, path] of [
        [ani, `/api/buyer/${id}/points`],
        [cafe, `/api/business/${id}/stats`],
      ] as const) {
        const answer = await who.get(path)
        expect([path, answer.status]).toEqual([path, 400])
      }
    },
  )

  it.each(['0', '-1', '201', '1e9', 'x', ''])('a bad page size gets a clear 4xx: %j', async (limit) => {
    expect((await cafe.get(`/api/business/${cafe.id}/buyers?limit=${limit}`)).status).toBe(400)
  })

  it.each([
    ['an array', '[]', 400],
    ['a string', '"x"', 400],
    ['broken JSON', '{"buyerId":', 400],
    ['nothing', '', 400],
    ['a poisoned prototype', '{"__proto__":{"admin":true},"buyerId":"AB1234","amountSpent":500}', 400],
    ['ten thousand levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 400],
    ['more than the limit', JSON.stringify({ buyerId: 'x'.repeat(70_000) }), 413],
  ])('a bad body gets a clear 4xx: %s', async (_what, body, status) => {
    const answer = await fetch(`${product.address}/api/business/${cafe.id}/award-points`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cafe.cookie, 'idempotency-key': 'bad-body-1' },
      body,
    })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  })

  it.each([
    ['a NUL', '\0'],
    ['the first half of a character', '\ud800'],
    ['the second half of a character', '\udead'],
  ])(
    '%s, which PostgreSQL cannot store, is refused in every text, also if only the ledger would store it',
    async (_what, bad) => {
      const { body: made } = await award({ buyerId: ani.code, amountSpent: 500 })
      const voided = `/api/business/${cafe.id}/awards/${String(made['awardId'])}/void`
      const perk = { name: 'Coffee', description: 'A cup', pointsRequired: 1 }
      const ofCafe: [string, string, unknown][] = [
        ['POST', voided, { reason: `abc${bad}` }],
        ['POST', '/api/auth/login', { email: `a${bad}@hatik.test`, password: 'x' }],
        ['PATCH', '/api/auth/profile', { userId: cafe.id, firstName: `A${bad}`, lastName: 'B', email: cafe.email }],
        ['POST', `/api/business/${cafe.id}/perks`, { ...perk, description: `with ${bad}` }],
        ['POST', `/api/business/${cafe.id}/perks`, { ...perk, name: `A${bad}` }],
        ['PUT', `/api/business/${cafe.id}/perks/${cafe.perkIds[0]}`, { ...perk, name: `A${bad}` }],
        ['POST', `/api/business/${cafe.id}/perks`, { ...perk, [`A${bad}`]: 1 }],
        ['POST', `/api/business/${cafe.id}/perks`, { ...perk, tags: [[{ deep: bad }]] }],
      ]
      const ofAdmin: [string, string, unknown][] = [
        ['POST', `/api/admin/businesses/${cafe.id}/suspend`, { reason: `too many ${bad}` }],
        ['POST', `/api/admin/businesses/${pending.id}/reject`, { reason: `too many ${bad}` }],
        ['POST', '/api/admin/impersonation/start', { userId: cafe.id, reason: `asked for help ${bad}` }],
      ]
      for (const [person, calls] of [
        [cafe, ofCafe],
        [admin, ofAdmin],
      ] as const) {
        for (const [method, path, body] of calls) {
          const answer = await person.write(method as 'POST', path, body)
          expect([path, answer.status, answer.body.code]).toEqual([path, 400, 'invalid_input'])
        }
      }
      // Literal backslash sequences are ordinary text.
      expect((await cafe.write('POST', voided, { reason: 'C:\\u0000 C:\\ud800' })).status).toBe(200)
    },
  )

  it.each([
    ['arrays', (levels: number) => '['.repeat(levels) + ']'.repeat(levels)],
    ['objects', (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)],
  ])('refuses deeply nested %s', async (_what, nested) => {
    for (const path of ['/api/auth/forgot-password', '/api/auth/login', `/api/business/${cafe.id}/award-points`]) {
      for (const levels of [99, 5_000, 10_000]) {
        const headers = { 'content-type': 'application/json', cookie: cafe.cookie, 'idempotency-key': randomUUID() }
        const answer = await fetch(product.address + path, { method: 'POST', headers, body: nested(levels) })
        expect([path, levels, answer.status, await answer.json()]).toEqual([
          path,
          levels,
          400,
          expect.objectContaining({ code: 'invalid_input' }),
        ])
      }
    }
  })

  it('refuses NUL in addresses and forms, invalid UTF-8 in forms, and lone surrogates in UTF-16 forms', async () => {
    for (const path of [`/api/business/${cafe.id}/buyers?search=%00`, '/api/business/a%00b/perks'])
      expect([path, (await cafe.get(path)).status]).toEqual([path, 400])
    const form = (type: string, text: Buffer) =>
      Buffer.concat([
        Buffer.from(`--x\r\ncontent-disposition: form-data; name="firstName"\r\ncontent-type: ${type}\r\n\r\n`),
        text,
        Buffer.from('\r\n--x--\r\n'),
      ])
    const send = async (type: string, text: Buffer) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      const answer = await fetch(`${product.address}/api/auth/business-register`, {
        method: 'POST',
        headers,
        body: form(type, text),
      })
      const { issues } = (await answer.json()) as { issues?: unknown[] }
      return [answer.status, issues !== undefined]
    }
    // No fields at fault: the text itself is refused.
    expect(await send('text/plain', Buffer.from('A\0'))).toEqual([400, false])
    expect(await send('text/plain', Buffer.from([0xb2, 0xd5, 0xe9]))).toEqual([400, false])
    expect(await send('text/plain; charset=utf-16le', Buffer.from('A\ud800', 'utf16le'))).toEqual([400, false])
    expect(await send('text/plain; charset=utf-16le', Buffer.from('😀', 'utf16le'))).toEqual([400, true])
  })

  it.each([
    ['declares no boundary', 'multipart/form-data', '\r\n--x--\r\n'],
    ['declares an empty boundary', 'multipart/form-data; boundary=', '\r\n--x--\r\n'],
    ['declares too long a boundary', `multipart/form-data; boundary=${'x'.repeat(300)}`, '\r\n--x--\r\n'],
    ['breaks off', 'multipart/form-data; boundary=x', ''],
  ])('a form that %s is refused, in a field and in a file', async (_what, type, end) => {
    for (const [path, field] of [
      ['/api/auth/business-register', ID_DOCUMENT_FIELD],
      [`/api/business-profile/${cafe.id}/upload-logo`, LOGO_FIELD],
    ]) {
      for (const file of ['', '; filename="a.png"']) {
        const body = `--x\r\ncontent-disposition: form-data; name="${field}"${file}\r\n\r\nAni${end}`
        const answer = await fetch(`${product.address}${path}`, {
          method: 'POST',
          headers: { 'content-type': type, cookie: cafe.cookie },
          body,
        })
        const { code, issues } = (await answer.json()) as { code?: string; issues?: unknown[] }
        // No fields at fault: the form itself is refused.
        expect([path, file, answer.status, code, issues]).toEqual([path, file, 400, 'invalid_input', undefined])
      }
    }
  })

  it('a form with two files gets "one is expected", not "too large"', async () => {
    for (const [path, field] of [
      ['/api/auth/business-register', ID_DOCUMENT_FIELD],
      [`/api/business-profile/${cafe.id}/upload-logo`, LOGO_FIELD],
    ] as const) {
      for (const second of [field, 'another']) {
        const body = new FormData()
        for (const name of [field, second]) body.append(name, new Blob(['x'.repeat(100_000)]), 'a.png')
        const answer = await fetch(`${product.address}${path}`, {
          method: 'POST',
          headers: { cookie: cafe.cookie },
          body,
        })
        expect([path, second, answer.status, await answer.json()]).toEqual([
          path,
          second,
          400,
          expect.objectContaining({ code: 'invalid_input', issues: [{ path: '', message: 'One file is expected' }] }),
        ])
      }
    }
  })

  it('accepts surrogate pairs, also as escapes', async () => {
    const perk = { description: 'A cup', pointsRequired: 1 }
    const made = await cafe.write('POST', `/api/business/${cafe.id}/perks`, { ...perk, name: 'Coffee 😀' })
    expect(made).toMatchObject({ status: 201, body: { name: 'Coffee 😀' } })
    const escaped = await fetch(`${product.address}/api/business/${cafe.id}/perks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cafe.cookie, 'idempotency-key': 'escaped-emoji' },
      body: JSON.stringify({ ...perk, name: '😀' }).replace('😀', String.raw`\uD83D\ude00 \u20ac`),
    })
    expect([escaped.status, await escaped.json()]).toEqual([201, expect.objectContaining({ name: '😀 €' })])
  })

  it.each(['9999999999999999999', '9223372036854775808', '-1', 'x'])('cursor %s', async (before) => {
    for (const path of [
      `/api/business/${cafe.id}/awards?before=${before}`,
      `/api/business/${cafe.id}/movements?before=${before}`,
      `/api/business/business-${cafe.id}/reviews?before=${before}`,
    ]) {
      expect([path, (await cafe.get(path)).status]).toEqual([path, 400])
    }
    expect((await ani.get(`/api/buyer/${ani.id}/points`, { 'consistency-token': before })).status).toBe(400)
  })

  it('unknown content types and addresses have their own answers, without a stack or an echo', async () => {
    const xml = await fetch(`${product.address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/xml' },
      body: '<x/>',
    })
    expect(xml.status).toBe(400)
    const sentNowhere = await fetch(`${product.address}/api/no-such-thing`, {
      method: 'POST',
      headers: { 'content-type': 'application/xml' },
      body: '<x/>',
    })
    expect(sentNowhere.status).toBe(404)
    const nowhere = await cafe.get('/api/no-such-thing?x=<script>')
    expect([nowhere.status, nowhere.body.code]).toEqual([404, 'not_found'])
    expect(JSON.stringify(nowhere.body)).not.toMatch(/script|at .*\.ts/)
  })

  it('an unreadable body is told apart from an invalid field', async () => {
    const send = async (
      path: string,
      type: string,
      body: string | Uint8Array<ArrayBuffer>,
      more: Record<string, string> = {},
    ) => {
      const headers = {
        cookie: cafe.cookie,
        ...(type && { 'content-type': type }),
        'idempotency-key': randomUUID(),
        ...more,
      }
      const answer = await fetch(`${product.address}${path}`, { method: 'POST', headers, body })
      return [answer.status, await answer.json()]
    }
    const refused = (path: string, message: string) => [
      400,
      { code: 'invalid_input', message: 'Invalid input', issues: [{ path, message }], requestId: expect.any(String) },
    ]
    const awarding = `/api/business/${cafe.id}/award-points`
    expect(await send(awarding, 'application/x-www-form-urlencoded', 'buyerId=AB1234&amountSpent=500')).toEqual(
      refused('content-type', 'Unsupported Content-Type'),
    )
    expect(await send(awarding, 'application/json', '{"buyerId":"AB1234",')).toEqual(
      refused('', 'Body is not valid JSON'),
    )
    // As fetch sends it without a content type.
    const fine = JSON.stringify({ buyerId: ani.code, amountSpent: 500 })
    expect(await send(awarding, '', fine)).toEqual(refused('content-type', 'Unsupported Content-Type'))
    expect(await send(awarding, '', new TextEncoder().encode(fine))).toEqual(
      refused('content-type', 'Unsupported Content-Type'),
    )
    expect(
      await send(awarding, 'application/json', new Uint8Array(gzipSync(fine)), { 'content-encoding': 'gzip' }),
    ).toEqual(refused('content-encoding', 'Unsupported Content-Encoding'))
    const upload = `/api/business-profile/${cafe.id}/upload-logo`
    expect(await send(upload, 'image/png', new Uint8Array(100_000))).toEqual(
      refused('content-type', 'Unsupported Content-Type'),
    )
    expect(await send(upload, 'application/json', '{}')).toEqual(
      refused('content-type', 'Content-Type must be multipart/form-data'),
    )
  })

  it.each([
    ['ARMSCII-8', 'application/json', [0xb2, 0xd5, 0xe9]],
    ['Windows-1251', 'application/json; charset=windows-1251', [0xca, 0xee, 0xf4, 0xe5]],
    ['UTF-8 that was cut in the middle of a letter', 'application/json; charset=utf-8', [0xd4, 0xb1, 0xd4]],
  ])('refuses text in %s instead of storing replacement characters', async (_what, type, letters) => {
    const perk = Buffer.from('{"name":"","description":"A cup","pointsRequired":1}')
    const body = Buffer.concat([perk.subarray(0, 9), Buffer.from(letters), perk.subarray(9)])
    const answer = await fetch(`${product.address}/api/business/${cafe.id}/perks`, {
      method: 'POST',
      headers: { cookie: cafe.cookie, 'content-type': type, 'idempotency-key': randomUUID() },
      body,
    })
    const issues = [{ path: '', message: 'Body is not valid UTF-8' }]
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { code: 'invalid_input', message: 'Invalid input', issues, requestId: expect.any(String) },
    ])
  })

  it.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain;charset=UTF-8'])(
    'a call with content type %s and nothing sent has no body (R201)',
    async (type) => {
      const somebody = await product.buyer()
      const answer = await fetch(`${product.address}/api/auth/logout`, {
        method: 'POST',
        headers: { cookie: somebody.cookie, 'content-type': type },
        body: '',
      })
      expect([answer.status, (await somebody.get('/api/auth/me')).status]).toEqual([200, 401])
    },
  )

  it('the ledger holds none of this', async () => {
    const fine = await award({ buyerId: ani.code, amountSpent: 500 })
    expect(fine.status).toBe(200)
    ani.sees(fine.token)
    await ani.get(`/api/buyer/${ani.id}/points`)
    const rows = await product.pool.query('SELECT count(*)::int AS n FROM read.movements')
    // With three more awards and their voids.
    expect(rows.rows).toEqual([{ n: 9 }])
  })
})
