/**
 * The answer to a write is lost, and the browser repeats the call with the same key and the cookie that it still has
 * (web/lib/api/api.ts does so by itself). It is told of the success, not that there is nothing left to do. For every
 * write that the API has.
 */
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_ATTENTION } from '#contracts/calls/attention.ts'
import { DEFAULT_PLAN_TERMS } from '#contracts/pages/plans.ts'
import type { BusinessStatus } from '#contracts/calls/account/session.ts'
import { cookieOf, Person } from '../../../infra/testing/people/person.ts'
import { inviteManager, managersEmail, signInManager } from '../../../infra/testing/people/manager.ts'
import { signInStaff } from '../../../infra/testing/people/staff.ts'
import { addBranch, addStaff, pairTill, PIN } from '../../../infra/testing/people/till.ts'
import { PASSWORD, startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'
import {
  freshEmail,
  newPerson as person,
  once,
  onceWithFile,
  registration,
  type Call,
} from '../../../infra/testing/people/repeated-call.ts'
import { tokenIn } from '../../../infra/testing/people/token-in.ts'
import { writesOfSignIns } from '../../../infra/testing/people/writes-of-sign-ins.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'

type Shown = { security: object[]; parameters?: { $ref?: string }[]; responses: Record<string, { headers?: object }> }

const NEW_PASSWORD = 'Third-horse-3'
const REASON = 'asked for by the owner'

let product: Product
let admin: Person
let png: Buffer
beforeAll(async () => {
  product = await startProduct()
  admin = await signInStaff(product, 'admin')
  png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#9b1b30' } })
    .png()
    .toBuffer()
})
afterAll(() => product.close())

const visitor = () => new Person(product.address, { id: 0, email: '' })
const shop = (perks: string[] = ['1.0']) => product.business({ plan: 'standard', perks })
const inStatus = async (status: BusinessStatus, action: string, body: object) =>
  once(
    admin,
    'POST',
    `/api/admin/businesses/${(await product.business({ plan: 'standard', status })).id}/${action}`,
    body,
  )

async function customer() {
  const [cafe, ani] = [await shop(), await product.buyer()]
  const awarded = await cafe.write<{ awardId: string }>('POST', `/api/business/${cafe.id}/award-points`, {
    buyerId: ani.code,
    amountSpent: 5_000,
  })
  ani.sees(awarded.token)
  return { cafe, ani, awardId: awarded.body.awardId }
}

async function redeemed() {
  const { cafe, ani } = await customer()
  const { body } = await ani.write<{ redemptionId: string; redemptionCode: string }>(
    'POST',
    `/api/buyer/${ani.id}/redeem`,
    { perkId: cafe.perkIds[0] },
  )
  return { cafe, ani, ...body }
}

async function cardSecret(cafe: Person): Promise<string> {
  const { body } = await cafe.write<{ batchId: string }>('POST', `/api/business/${cafe.id}/cards`, { cards: 1 })
  const table = await fetch(`${product.address}/api/business/${cafe.id}/cards/${body.batchId}/cards.csv`, {
    headers: { cookie: cafe.cookie },
  })
  return (await table.text()).trim().split(',').at(-1)!
}

async function reviewed() {
  const [cafe, ani] = [await shop(), await product.buyer()]
  const { body } = await ani.write<{ id: number }>('POST', `/api/business/business-${cafe.id}/reviews`, {
    buyerId: ani.id,
    rating: 5,
  })
  return { ani, id: body.id }
}

/** Has the visit's cookie. */
async function visiting() {
  const [own, cafe] = [await signInStaff(product, 'admin'), await shop()]
  own.cookie = cookieOf(
    (await own.send('POST', '/api/admin/impersonation/start', { userId: cafe.id, reason: REASON })).headers,
  )
  return own
}

async function resetToken() {
  const ani = await product.buyer()
  await visitor().send('POST', '/api/auth/forgot-password', { email: ani.email })
  return tokenIn(await product.mailTo(ani.email, /Reset/))
}

async function replayReady(): Promise<void> {
  await waitUntil('the rebuilt generation is ready', async () => {
    const { current } = (await admin.get<{ current: { state: string } | null }>('/api/admin/replay')).body
    if (!current) await admin.send('POST', '/api/admin/replay', { reason: REASON })
    return current?.state === 'ready' || current?.state === 'awaiting_second'
  })
}

async function deadLetter(): Promise<string> {
  const { rows } = await product.pool.query<{ id: string }>(
    `INSERT INTO mail_outbox (cause, template, user_id, state, ended_at) VALUES ($1, 'welcome', $2, 'dead', now()) RETURNING id`,
    [`dead:${randomUUID()}`, (await product.buyer()).id],
  )
  return rows[0]!.id
}

async function openInvoice(): Promise<number> {
  const cafe = await shop()
  const { body } = await cafe.write<{ invoice: { id: number } }>('POST', `/api/business/${cafe.id}/subscription`, {
    plan: 'prime',
    cycle: 'monthly',
  })
  return body.invoice.id
}

async function uploadOf(call: string, field: string): Promise<Call> {
  const { id, cookie } = await shop()
  return onceWithFile({ at: product.address, picture: png }, `/api/business-profile/${id}/${call}`, cookie, field)
}

const WRITES: Record<string, () => Promise<Call>> = {
  'POST /api/auth/signup': async () =>
    once(visitor(), 'POST', '/api/auth/signup', { ...person, email: freshEmail(), password: PASSWORD, language: 'am' }),
  'POST /api/auth/business-register': async () =>
    onceWithFile(
      { at: product.address, picture: png },
      '/api/auth/business-register',
      '',
      'idDocument',
      registration(),
    ),
  'POST /api/auth/login': async () =>
    once(visitor(), 'POST', '/api/auth/login', { email: (await product.buyer()).email, password: PASSWORD }),
  'POST /api/auth/logout': async () => once(await product.buyer(), 'POST', '/api/auth/logout'),
  'POST /api/auth/forgot-password': async () =>
    once(visitor(), 'POST', '/api/auth/forgot-password', { email: freshEmail() }),
  'POST /api/auth/resend-verification': async () =>
    once(visitor(), 'POST', '/api/auth/resend-verification', { email: freshEmail() }),
  'POST /api/auth/reset-password': async () =>
    once(visitor(), 'POST', '/api/auth/reset-password', {
      token: await resetToken(),
      password: NEW_PASSWORD,
      confirmPassword: NEW_PASSWORD,
    }),
  'POST /api/auth/verify-email': async () => {
    const email = freshEmail()
    await visitor().send('POST', '/api/auth/signup', { ...person, email, password: PASSWORD, language: 'am' })
    const token = tokenIn(await product.mailTo(email))
    return once(visitor(), 'POST', '/api/auth/verify-email', { token, newPassword: NEW_PASSWORD })
  },
  'POST /api/auth/confirm': async () =>
    once(await product.buyer(), 'POST', '/api/auth/confirm', { password: PASSWORD }),
  'POST /api/auth/known-browser': async () =>
    once(visitor(), 'POST', '/api/auth/known-browser', { token: await resetToken() }),
  'PATCH /api/auth/profile': async () => {
    const ani = await product.buyer()
    return once(ani, 'PATCH', '/api/auth/profile', {
      ...person,
      userId: ani.id,
      email: ani.email,
      phone: '',
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
    })
  },
  ...writesOfSignIns(() => product),
  'DELETE /api/auth/sessions': async () => once(await product.buyer(), 'DELETE', '/api/auth/sessions'),
  'DELETE /api/auth/sessions/{id}': async () => {
    const ani = await product.buyer()
    const { body } = await ani.get<{ id: string }[]>('/api/auth/sessions')
    return once(ani, 'DELETE', `/api/auth/sessions/${body[0]?.id}`)
  },
  'DELETE /api/auth/account/{userId}': async () => {
    const ani = await product.buyer()
    return once(ani, 'DELETE', `/api/auth/account/${ani.id}`)
  },

  'POST /api/business/{id}/award-points': async () => {
    const { cafe, ani } = await customer()
    return once(cafe, 'POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 500 })
  },
  'POST /api/business/{id}/awards/{awardId}/void': async () => {
    const { cafe, awardId } = await customer()
    return once(cafe, 'POST', `/api/business/${cafe.id}/awards/${awardId}/void`, { reason: 'wrong amount' })
  },
  'POST /api/business/{id}/awards/{awardId}/correct': async () => {
    const { cafe, awardId } = await customer()
    return once(cafe, 'POST', `/api/business/${cafe.id}/awards/${awardId}/correct`, {
      amountSpent: 500,
      reason: 'wrong amount',
    })
  },
  'POST /api/business/{id}/redemptions/{redemptionId}/reopen': async () => {
    const { cafe, redemptionId, redemptionCode } = await redeemed()
    await cafe.write('POST', `/api/business/${cafe.id}/verify-redemption`, { redemptionCode })
    return once(cafe, 'POST', `/api/business/${cafe.id}/redemptions/${redemptionId}/reopen`, { reason: 'wrong perk' })
  },
  'POST /api/business/{id}/verify-redemption': async () => {
    const { cafe, redemptionCode } = await redeemed()
    return once(cafe, 'POST', `/api/business/${cafe.id}/verify-redemption`, { redemptionCode })
  },
  'POST /api/business/{id}/staff': async () => {
    const cafe = await shop()
    return once(cafe, 'POST', `/api/business/${cafe.id}/staff`, { name: 'Ani', role: 'cashier', pin: PIN })
  },
  'PATCH /api/business/{id}/staff/{staffId}': async () => {
    const cafe = await shop()
    return once(cafe, 'PATCH', `/api/business/${cafe.id}/staff/${await addStaff(cafe)}`, { role: 'manager' })
  },
  'DELETE /api/business/{id}/staff/{staffId}': async () => {
    const cafe = await shop()
    return once(cafe, 'DELETE', `/api/business/${cafe.id}/staff/${await addStaff(cafe)}`)
  },
  'POST /api/business/{id}/staff/{staffId}/invitation': async () => {
    const cafe = await shop()
    const path = `/api/business/${cafe.id}/staff/${await addStaff(cafe, 'manager')}/invitation`
    return once(cafe, 'POST', path, { email: managersEmail(), language: 'am' })
  },
  'POST /api/business/{id}/staff/{staffId}/sign-in': async () => {
    const cafe = await shop()
    const path = `/api/business/${cafe.id}/staff/${(await signInManager(product, cafe)).staffId}/sign-in`
    await cafe.send('DELETE', path)
    return once(cafe, 'POST', path)
  },
  'DELETE /api/business/{id}/staff/{staffId}/sign-in': async () => {
    const cafe = await shop()
    const { staffId } = await signInManager(product, cafe)
    return once(cafe, 'DELETE', `/api/business/${cafe.id}/staff/${staffId}/sign-in`)
  },
  'POST /api/auth/invitation': async () => {
    const { token } = await inviteManager(product, await shop())
    return once(visitor(), 'POST', '/api/auth/invitation', { token, password: NEW_PASSWORD, language: 'en' })
  },
  'POST /api/business/{id}/tills': async () => {
    const cafe = await shop()
    return once(cafe, 'POST', `/api/business/${cafe.id}/tills`, { name: 'Till 1' })
  },
  'PATCH /api/business/{id}/tills/{tillId}': async () => {
    const cafe = await shop()
    return once(cafe, 'PATCH', `/api/business/${cafe.id}/tills/${(await pairTill(product, cafe)).tillId}`, {
      name: 'Till 2',
    })
  },
  'DELETE /api/business/{id}/tills/{tillId}': async () => {
    const cafe = await shop()
    return once(cafe, 'DELETE', `/api/business/${cafe.id}/tills/${(await pairTill(product, cafe)).tillId}`)
  },
  'POST /api/business/{id}/branches': async () => {
    const cafe = await shop()
    return once(cafe, 'POST', `/api/business/${cafe.id}/branches`, { name: 'Komitas' })
  },
  'PATCH /api/business/{id}/branches/{branchId}': async () => {
    const cafe = await shop()
    return once(cafe, 'PATCH', `/api/business/${cafe.id}/branches/${await addBranch(cafe)}`, { name: 'Abovyan' })
  },
  'DELETE /api/business/{id}/branches/{branchId}': async () => {
    const cafe = await shop()
    return once(cafe, 'DELETE', `/api/business/${cafe.id}/branches/${await addBranch(cafe)}`)
  },
  'POST /api/till/pair': async () => {
    const cafe = await shop()
    const { body } = await cafe.write<{ pairingCode: string }>('POST', `/api/business/${cafe.id}/tills`, {
      name: 'Till 1',
    })
    return once(visitor(), 'POST', '/api/till/pair', { code: body.pairingCode })
  },
  'POST /api/till/unlock': async () => {
    const cafe = await shop()
    const staffId = await addStaff(cafe)
    return once(await pairTill(product, cafe), 'POST', '/api/till/unlock', { staffId, pin: PIN })
  },
  'POST /api/till/lock': async () => once(await pairTill(product, await shop()), 'POST', '/api/till/lock'),
  'POST /api/buyer/{id}/redeem': async () => {
    const { cafe, ani } = await customer()
    return once(ani, 'POST', `/api/buyer/${ani.id}/redeem`, { perkId: cafe.perkIds[0] })
  },
  'DELETE /api/buyer/{id}/redemption/{redemptionId}': async () => {
    const { ani, redemptionId } = await redeemed()
    return once(ani, 'DELETE', `/api/buyer/${ani.id}/redemption/${redemptionId}`)
  },

  'POST /api/business/{id}/cards': async () => {
    const cafe = await shop()
    return once(cafe, 'POST', `/api/business/${cafe.id}/cards`, { cards: 2 })
  },
  'POST /api/buyer/{id}/cards': async () => {
    const [secret, ani] = [await cardSecret(await shop()), await product.buyer()]
    return once(ani, 'POST', `/api/buyer/${ani.id}/cards`, { secret })
  },
  'POST /api/buyer/{id}/cards/{cardId}/block': async () => {
    const [secret, ani] = [await cardSecret(await shop()), await product.buyer()]
    const { body } = await ani.write<{ cardId: number }>('POST', `/api/buyer/${ani.id}/cards`, { secret })
    return once(ani, 'POST', `/api/buyer/${ani.id}/cards/${body.cardId}/block`)
  },

  'POST /api/business/{id}/perks': async () => {
    const cafe = await shop([])
    return once(cafe, 'POST', `/api/business/${cafe.id}/perks`, {
      name: 'Coffee',
      description: 'Hot',
      pointsRequired: 5,
    })
  },
  'PUT /api/business/{id}/perks/{perkId}': async () => {
    const cafe = await shop()
    return once(cafe, 'PUT', `/api/business/${cafe.id}/perks/${cafe.perkIds[0]}`, {
      name: 'Coffee',
      description: 'Hot',
      pointsRequired: 5,
    })
  },
  'DELETE /api/business/{id}/perks/{perkId}': async () => {
    const cafe = await shop()
    return once(cafe, 'DELETE', `/api/business/${cafe.id}/perks/${cafe.perkIds[0]}`)
  },
  'PUT /api/business/{id}/reports/mail': async () => {
    const cafe = await shop()
    return once(cafe, 'PUT', `/api/business/${cafe.id}/reports/mail`, { hour: 21 })
  },
  'PUT /api/business/{id}/attention/settings': async () => {
    const cafe = await shop()
    return once(cafe, 'PUT', `/api/business/${cafe.id}/attention/settings`, { ...DEFAULT_ATTENTION, mail: true })
  },
  'PUT /api/business-profile/{userId}': async () => {
    const cafe = await shop()
    return once(cafe, 'PUT', `/api/business-profile/${cafe.id}`, {
      businessName: 'Coffee',
      description: 'Hot',
      phone: '+374 10 123456',
      address: 'Gyumri',
      website: 'coffee.am',
    })
  },
  'POST /api/business-profile/{userId}/upload-logo': () => uploadOf('upload-logo', 'logo'),
  'POST /api/business-profile/{userId}/upload-cover': () => uploadOf('upload-cover', 'cover'),
  'POST /api/business-profile/{userId}/upload-perk-picture': () => uploadOf('upload-perk-picture', 'picture'),
  'POST /api/business/{id}/subscription': async () => {
    const cafe = await shop()
    return once(cafe, 'POST', `/api/business/${cafe.id}/subscription`, { plan: 'prime', cycle: 'monthly' })
  },
  'POST /api/business/{id}/subscription/cancel': async () => {
    const cafe = await shop()
    const { body } = await cafe.write<{ invoice: { id: number } }>('POST', `/api/business/${cafe.id}/subscription`, {
      plan: 'prime',
      cycle: 'yearly',
    })
    await admin.write('POST', `/api/admin/invoices/${body.invoice.id}/confirm`, {})
    return once(cafe, 'POST', `/api/business/${cafe.id}/subscription/cancel`, { refund: true })
  },
  'POST /api/admin/invoices/{id}/confirm': async () =>
    once(admin, 'POST', `/api/admin/invoices/${await openInvoice()}/confirm`, { reference: 'T-1' }),
  'POST /api/admin/invoices/{id}/transfers': async () =>
    once(admin, 'POST', `/api/admin/invoices/${await openInvoice()}/transfers`, { amountAmd: 1 }),
  'POST /api/admin/invoices/{id}/transfers/{transferId}/return': async () => {
    const invoice = `/api/admin/invoices/${await openInvoice()}`
    await admin.write('POST', `${invoice}/transfers`, { amountAmd: 1 })
    const { rows } = await product.pool.query<{ id: number }>('SELECT max(id) AS id FROM invoice_transfers')
    return once(admin, 'POST', `${invoice}/transfers/${rows[0]!.id}/return`)
  },

  'POST /api/business/{slug}/reviews': async () => {
    const [cafe, ani] = [await shop(), await product.buyer()]
    return once(ani, 'POST', `/api/business/business-${cafe.id}/reviews`, { buyerId: ani.id, rating: 4 })
  },
  'PATCH /api/reviews/{reviewId}': async () => {
    const { ani, id } = await reviewed()
    return once(ani, 'PATCH', `/api/reviews/${id}`, { buyerId: ani.id, rating: 3 })
  },
  'DELETE /api/reviews/{reviewId}': async () => {
    const { ani, id } = await reviewed()
    return once(ani, 'DELETE', `/api/reviews/${id}`, { buyerId: ani.id })
  },

  'POST /api/admin/login': async () =>
    once(visitor(), 'POST', '/api/admin/login', { email: admin.email, password: PASSWORD }),
  'POST /api/admin/password': async () =>
    once(await signInStaff(product, 'admin'), 'POST', '/api/admin/password', {
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
    }),
  'POST /api/admin/businesses/{id}/approve': () => inStatus('pending', 'approve', {}),
  'POST /api/admin/businesses/{id}/reject': () => inStatus('pending', 'reject', { reason: REASON }),
  'POST /api/admin/businesses/{id}/suspend': () => inStatus('active', 'suspend', { reason: REASON }),
  'POST /api/admin/businesses/{id}/reinstate': () => inStatus('suspended', 'reinstate', { reason: REASON }),
  'POST /api/admin/businesses/{id}/notes': async () =>
    once(admin, 'POST', `/api/admin/businesses/${(await shop()).id}/notes`, { text: 'Opens a second shop' }),
  'DELETE /api/admin/businesses/{id}/notes/{noteId}': async () => {
    const notes = `/api/admin/businesses/${(await shop()).id}/notes`
    const { body } = await admin.write<{ id: number }>('POST', notes, { text: 'Opens a second shop' })
    return once(admin, 'DELETE', `${notes}/${body.id}`)
  },
  'POST /api/admin/impersonation/start': async () =>
    once(await signInStaff(product, 'admin'), 'POST', '/api/admin/impersonation/start', {
      userId: (await shop()).id,
      reason: REASON,
    }),
  'POST /api/admin/impersonation/mode': async () =>
    once(await visiting(), 'POST', '/api/admin/impersonation/mode', { mode: 'act' }),
  'POST /api/admin/impersonation/exit': async () => once(await visiting(), 'POST', '/api/admin/impersonation/exit'),
  'POST /api/admin/mail/dead-letters/{id}/retry': async () =>
    once(admin, 'POST', `/api/admin/mail/dead-letters/${await deadLetter()}/retry`),
  'POST /api/admin/accounts/{businessId}/{buyerId}/awards/{awardId}/void': async () => {
    const { cafe, ani, awardId } = await customer()
    return once(admin, 'POST', `/api/admin/accounts/${cafe.id}/${ani.id}/awards/${awardId}/void`, { reason: REASON })
  },
  'DELETE /api/admin/reviews/{id}': async () =>
    once(admin, 'DELETE', `/api/admin/reviews/${(await reviewed()).id}`, { reason: REASON }),
  'PUT /api/admin/settings': async () =>
    once(admin, 'PUT', '/api/admin/settings', { plans: DEFAULT_PLAN_TERMS, autoApprove: [], reason: REASON }),
  'POST /api/admin/self-check/run': async () => once(admin, 'POST', '/api/admin/self-check/run', { scope: 'sample' }),
  'POST /api/admin/replay': async () => once(admin, 'POST', '/api/admin/replay', { reason: REASON }),
  'POST /api/admin/replay/compare': async () => (await replayReady(), once(admin, 'POST', '/api/admin/replay/compare')),
  'POST /api/admin/replay/switch': async () => (await replayReady(), once(admin, 'POST', '/api/admin/replay/switch')),
  'POST /api/admin/replay/discard': async () => (
    await replayReady(),
    once(admin, 'POST', '/api/admin/replay/discard', { reason: REASON })
  ),
}

/** Uploads store a new picture each time; self-check runs progress by themselves. */
const ANOTHER_ANSWER = new Set([
  'POST /api/business-profile/{userId}/upload-logo',
  'POST /api/business-profile/{userId}/upload-cover',
  'POST /api/business-profile/{userId}/upload-perk-picture',
  'POST /api/admin/self-check/run',
  // Restarts its five minutes.
  'POST /api/auth/confirm',
  // Another challenge.
  'POST /api/auth/passkeys/options',
  'POST /api/auth/passkey-login/options',
  // Another secret.
  'POST /api/auth/second-factor/totp',
  // Its proof names the moment.
  'POST /api/till/unlock',
  // It tells what is left of the visit.
  'POST /api/admin/impersonation/mode',
])

describe('a write repeated after its response was lost', () => {
  it('covers every write of the API', async () => {
    expect(Object.keys(await shownWrites()).toSorted()).toEqual(Object.keys(WRITES).toSorted())
  })

  it.each(Object.keys(WRITES))('%s', async (write) => {
    const call = await WRITES[write]!()
    const first = await call()
    expect([write, first.status, first.body.code]).toEqual([
      write,
      expect.toSatisfy((status: number) => status < 300),
      undefined,
    ])
    const before = await written()
    const again = await call()
    expect([again.status, again.body.code]).toEqual([first.status, undefined])
    if (!ANOTHER_ANSWER.has(write)) expect(again.body).toEqual(first.body)
    expect(await written()).toEqual(before)
  })

  it.each(Object.keys(WRITES))("%s, if the response's head arrived with its cookies", async (write) => {
    const call = await WRITES[write]!()
    const first = await call()
    const before = await written()
    const cookies = first.headers.getSetCookie().length > 0 ? cookieOf(first.headers) : undefined
    const again = await call(cookies)
    expect([again.status, again.body.code]).toEqual([first.status, undefined])
    expect(await written()).toEqual(before)
  })

  it.each(Object.keys(WRITES))('%s needs a session and key and sends the headers as documented', async (write) => {
    const { security, parameters = [], responses } = (await shownWrites())[write]!
    const keyNeeded = parameters.some(({ $ref = '' }) => /Key(Required|HereOrInBody)$/.test($ref))
    const call = await WRITES[write]!()
    if (security.length > 0 && security.every((scheme) => 'session' in scheme)) {
      const answer = await call(undefined, 'session')
      expect([answer.status, answer.body.code]).toEqual([401, 'not_signed_in'])
    }
    // A replay cannot be started or decided twice, so only the keyed call is made.
    const isRebuild = write.startsWith('POST /api/admin/replay')
    const keyless = isRebuild ? undefined : await call(undefined, 'key')
    if (keyNeeded) expect([keyless?.status, keyless?.body.code]).toEqual([400, 'idempotency_key_required'])
    else if (keyless)
      expect([keyless.status, keyless.body.code]).toEqual([
        expect.toSatisfy((status: number) => status < 300),
        undefined,
      ])

    const keyed = keyNeeded || isRebuild ? call : await WRITES[write]!()
    const [first, again] = [await keyed(), await keyed()]
    const shown = Object.keys(responses[first.status]?.headers ?? {})
    expect([first.headers.has('consistency-token'), first.headers.has('idempotency-replayed')]).toEqual([
      shown.includes('consistency-token'),
      false,
    ])
    expect(again.headers.has('idempotency-replayed')).toBe(shown.includes('idempotency-replayed'))
  })

  async function shownWrites(): Promise<Record<string, Shown>> {
    const { paths } = (await (await fetch(`${product.address}/api/docs/json`)).json()) as {
      paths: Record<string, Record<string, Shown>>
    }
    return Object.fromEntries(
      Object.entries(paths).flatMap(([path, calls]) =>
        Object.entries(calls)
          .filter(([method]) => !['get', 'head', 'options'].includes(method))
          .map(([method, shown]) => [`${method.toUpperCase()} ${path}`, shown]),
      ),
    )
  }

  /** Without signed tree heads, which appear at any time. */
  async function written(): Promise<unknown> {
    return (
      await product.pool.query(
        `SELECT (SELECT count(*) FROM event_outbox WHERE stream <> 'heads-ledger') AS events, (SELECT count(*) FROM mail_outbox) AS mails`,
      )
    ).rows[0]
  }
})
