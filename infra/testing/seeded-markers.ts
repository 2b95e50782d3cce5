/**
 * Seeded markers: two businesses, a manager of the first, and three buyers with a unique value in every field, each with its permitted readers.
 * Ani and Davit are customers of both, Mane of the second only. Only Ani has reviewed.
 */
import { randomInt } from 'node:crypto'
import { signInManager } from './people/manager.ts'
import { callAndRotate, signInStaff } from './people/staff.ts'
import { cookieOf, type Person } from './people/person.ts'
import { PASSWORD, type Product } from './servers/test-product.ts'

export const ALL = ['visitor', 'ani', 'davit', 'mane', 'cafe', 'manager', 'books', 'admin', 'auditor'] as const
export type Who = (typeof ALL)[number]
/** `for`: permitted readers. `pattern`: matches any format, ignoring case. */
export type SeededMarker = { what: string; for: readonly Who[]; pattern: RegExp }

const BUYERS = ['ani', 'davit', 'mane'] as const
const SHOPS = ['cafe', 'books'] as const
const CUSTOMERS = { cafe: ['ani', 'davit'], books: ['ani', 'davit', 'mane'] } as const satisfies Record<
  (typeof SHOPS)[number],
  readonly (typeof BUYERS)[number][]
>
/** The business, and with the café its manager. */
export const atShop = (shop: (typeof SHOPS)[number]): readonly Who[] => (shop === 'cafe' ? ['cafe', 'manager'] : [shop])
/** A buyer's balances name the business (R135). */
const ownerOf = (shop: (typeof SHOPS)[number]) => [shop, 'admin', ...CUSTOMERS[shop]] as const
const shopsOf = (buyer: (typeof BUYERS)[number]) =>
  SHOPS.filter((shop) => (CUSTOMERS[shop] as readonly string[]).includes(buyer))

/** Staff read the whole ledger with buyers' codes (H33); auditors see no other personal data. */
const STAFF = ['admin', 'auditor'] as const
/**
 * Public: the business page and directory entry (R94, R96, R163) with reviews, which show first names (R121), and the
 * business's number.
 */
const EVERYBODY = ALL

const THOUSANDS = String.raw`[\s,.\u00a0\u202f]?`
const alone = (inner: string): string => String.raw`(?<![\w])(?:${inner})(?!\w)`
const grouped = (digits: string) => digits.replaceAll(/\B(?=(\d{3})+(?!\d))/g, THOUSANDS)
/** With or without thousands separators. */
const wholePattern = (value: number) => alone(grouped(String(value)))
/** Points as tenths, or with one decimal as in screens and JSON. */
export function pointsPattern(tenths: number): string {
  const [whole, tenth] = [String(Math.floor(tenths / 10)), tenths % 10]
  return alone(tenth === 0 ? `${tenths}|${grouped(whole)}` : `${tenths}|${grouped(whole)}[.,]${tenth}`)
}

export type SeededMarkers = Awaited<ReturnType<typeof seedMarkers>>

/** `beforeItMoves`: creates data before the first points. */
export async function seedMarkers(
  product: Product,
  beforeItMoves: (people: Record<Exclude<Who, 'visitor'>, Person>) => Promise<void>,
) {
  const canaries: SeededMarker[] = []
  const add = (what: string, pattern: string, audience: readonly Who[]) =>
    void canaries.push({ what, for: audience, pattern: new RegExp(pattern, 'i') })
  /** A unique word. */
  const word = (what: string, audience: readonly Who[]): string => {
    const value = `Zq${Array.from({ length: 9 }, () => String.fromCharCode(97 + randomInt(26))).join('')}`
    add(what, value, audience)
    return value
  }
  const digits = (length: number) => Array.from({ length }, (_, index) => randomInt(index === 0 ? 1 : 0, 10)).join('')
  const figures = (what: string, length: number, audience: readonly Who[]): string => {
    const value = digits(length)
    add(what, alone(`(?:374)?${value}`), audience)
    return value
  }
  /** Recipients by mail address. */
  const addresses = new Map<string, Who>()
  // Long IDs, distinguishable from any other number.
  await product.pool.query(`SELECT setval(pg_get_serial_sequence('users', 'id'), $1)`, [
    randomInt(10_000_000, 90_000_000),
  ])
  const [admin, auditor] = [await signInStaff(product, 'admin'), await signInStaff(product, 'auditor')]
  const shops = { cafe: await product.business({ perks: [] }), books: await product.business({ perks: [] }) }
  const buyers = { ani: await product.buyer(), davit: await product.buyer(), mane: await product.buyer() }
  const manager = await signInManager(product, shops.cafe)
  const people: Record<Exclude<Who, 'visitor'>, Person> = { ...shops, ...buyers, manager, admin, auditor }

  /** Responses to each person's own actions. */
  const answers: { who: Who; where: string; text: string }[] = []
  const act = async <T = unknown>(
    who: Exclude<Who, 'visitor'>,
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<T> => {
    const answer = await people[who].write<T>(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    answers.push({ who, where: `${method} ${path}`, text: JSON.stringify([[...answer.headers], answer.body]) })
    for (const person of Object.values(people)) person.sees(answer.token)
    return answer.body
  }

  for (const [who, { email }] of Object.entries(people)) addresses.set(email, who as Who)
  for (const [who, person, audience] of [
    ['admin', admin, ['admin']],
    ['auditor', auditor, ['auditor', 'admin']],
    // The owner's list of people has the address.
    ['manager', manager, ['manager', 'cafe', 'admin']],
  ] as const) {
    add(`the address of ${who}`, person.email, audience)
    await product.pool.query('UPDATE users SET first_name = $2, last_name = $3 WHERE id = $1', [
      person.id,
      word(`the first name of ${who}`, audience),
      word(`the last name of ${who}`, audience),
    ])
  }
  add('the id of manager', wholePattern(manager.id), ['manager', ...STAFF])
  const seller = Object.fromEntries(
    (['name', 'address', 'bank'] as const).map((field) => [
      field,
      word(`the ${field} of who is paid`, ['cafe', 'books', 'admin']),
    ]),
  )
  await product.pool.query(
    `INSERT INTO settings (name, value) VALUES ('seller', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [
      JSON.stringify({
        ...seller,
        taxId: figures('the tax number of who is paid', 8, ['cafe', 'books', 'admin']),
        account: figures('the account of who is paid', 16, ['cafe', 'books', 'admin']),
      }),
    ],
  )

  const slugs: Record<string, string> = {}
  for (const shop of SHOPS) {
    const person = shops[shop]
    const own = [shop, 'admin'] as const
    add(`the address of ${shop}`, person.email, own)
    add(`the id of ${shop}`, wholePattern(person.id), EVERYBODY)
    await act(shop, 'PATCH', '/api/auth/profile', {
      userId: person.id,
      firstName: word(`the first name of ${shop}`, ownerOf(shop)),
      lastName: word(`the last name of ${shop}`, ownerOf(shop)),
      email: person.email,
      phone: `+374${figures(`the own number of ${shop}`, 8, own)}`,
    })
    await product.pool.query(
      `UPDATE users SET legal_status = 'llc', tax_id = $2, id_document_url = $3, sign_up_key = $4 WHERE id = $1`,
      [
        person.id,
        figures(`the tax number of ${shop}`, 8, own),
        `id-documents/${word(`the document of ${shop}`, []).toLowerCase()}.jpg`,
        word(`the key of ${shop}`, []),
      ],
    )
    const shown = Object.fromEntries(
      ['businessName', 'description', 'address'].map((field) => [field, word(`${field} of ${shop}`, EVERYBODY)]),
    )
    const links = Object.fromEntries(
      ['website', 'facebookUrl', 'instagramUrl'].map((field) => [
        field,
        `${word(`${field} of ${shop}`, EVERYBODY).toLowerCase()}.am`,
      ]),
    )
    await act(shop, 'PUT', `/api/business-profile/${person.id}`, {
      ...shown,
      ...links,
      phone: `+374${figures(`the shown number of ${shop}`, 8, EVERYBODY)}`,
    })
    slugs[shop] = `business-${person.id}`
  }
  for (const buyer of BUYERS) {
    const person = buyers[buyer]
    const own = [buyer, 'admin'] as const
    const pending = `${word(`the address to be verified of ${buyer}`, [buyer])}@hatik.test`
    addresses.set(pending, buyer)
    add(`the address of ${buyer}`, person.email, own)
    add(`the code of ${buyer}`, alone(person.code), [buyer, ...shopsOf(buyer).flatMap(atShop), ...STAFF])
    add(`the id of ${buyer}`, wholePattern(person.id), [buyer, ...shopsOf(buyer).flatMap(atShop), ...STAFF])
    const firstName = word(`the first name of ${buyer}`, buyer === 'ani' ? EVERYBODY : own)
    await act(buyer, 'PATCH', '/api/auth/profile', {
      userId: person.id,
      firstName,
      lastName: word(`the last name of ${buyer}`, own),
      email: pending,
      currentPassword: PASSWORD,
      phone: `+374${figures(`the number of ${buyer}`, 8, own)}`,
    })
  }

  await beforeItMoves(people)
  const invoices: Record<string, number> = {}
  for (const shop of SHOPS) {
    const { id } = shops[shop]
    const perk = await act<{ id: number }>(shop, 'POST', `/api/business/${id}/perks`, {
      name: word(`the perk of ${shop}`, EVERYBODY),
      description: word(`the words on the perk of ${shop}`, EVERYBODY),
      pointsRequired: 7,
    })
    for (const buyer of CUSTOMERS[shop]) {
      const customer = buyers[buyer]
      const both = [...atShop(shop), buyer, ...STAFF]
      const about = `of ${buyer} at ${shop}`
      const award = async () => {
        const amount = randomInt(10_000_000, 99_999_999)
        add(`an amount ${about}`, wholePattern(amount), both)
        add(`points ${about}`, pointsPattern(Math.floor(amount / 50)), both)
        const { awardId } = await act<{ awardId: string }>(shop, 'POST', `/api/business/${id}/award-points`, {
          buyerId: customer.code,
          amountSpent: amount,
          receipt: word(`a receipt ${about}`, both),
        })
        add(`an award ${about}`, awardId, both)
        return awardId
      }
      const correctedAmd = randomInt(10_000_000, 99_999_999)
      add(`a corrected amount ${about}`, wholePattern(correctedAmd), both)
      await act(shop, 'POST', `/api/business/${id}/awards/${await award()}/correct`, {
        amountSpent: correctedAmd,
        reason: word(`why an award was corrected ${about}`, both),
      })
      await act(shop, 'POST', `/api/business/${id}/awards/${await award()}/void`, {
        reason: word(`why an award was called back ${about}`, both),
      })
      const redeem = async (audience: readonly Who[]) => {
        const { redemptionId, redemptionCode } = await act<{ redemptionId: string; redemptionCode: string }>(
          buyer,
          'POST',
          `/api/buyer/${customer.id}/redeem`,
          { perkId: perk.id },
        )
        add(`a redemption ${about}`, redemptionId, both)
        add(`a code ${about}`, alone(redemptionCode), audience)
        return { redemptionId, redemptionCode }
      }
      const use = async () => {
        // The business learns the code from the buyer.
        const { redemptionId, redemptionCode } = await redeem([buyer, ...atShop(shop)])
        await act(shop, 'POST', `/api/business/${id}/verify-redemption`, { redemptionCode })
        return redemptionId
      }
      await redeem([buyer])
      await use()
      await act(shop, 'POST', `/api/business/${id}/redemptions/${await use()}/reopen`, {
        reason: word(`why a use was undone ${about}`, both),
      })
    }
    const { invoice } = await act<{ invoice: { id: number; number: string } }>(
      shop,
      'POST',
      `/api/business/${id}/subscription`,
      { plan: 'prime', cycle: 'yearly' },
    )
    add(`the invoice of ${shop}`, invoice.number, [shop, 'admin'])
    invoices[shop] = invoice.id
    await act('admin', 'POST', `/api/admin/invoices/${invoice.id}/confirm`, {
      reference: word(`by what the invoice of ${shop} was paid`, ['admin']),
    })
  }
  await act('ani', 'POST', `/api/business/${slugs['cafe']}/reviews`, {
    buyerId: buyers.ani.id,
    rating: 4,
    comment: word('the review of ani', EVERYBODY),
  })
  const takenDown = await act<{ id: number }>('ani', 'POST', `/api/business/${slugs['books']}/reviews`, {
    buyerId: buyers.ani.id,
    rating: 1,
    comment: word('the review of ani that was taken down', ['ani']),
  })
  await act('admin', 'DELETE', `/api/admin/reviews/${takenDown.id}`, {
    reason: word('why a review was taken down', STAFF),
  })

  for (const shop of SHOPS) {
    const own = [shop, ...STAFF] as const
    await callAndRotate(admin, '/api/admin/impersonation/start', {
      userId: shops[shop].id,
      reason: word(`why support was at ${shop}`, own),
    })
    await callAndRotate(admin, '/api/admin/impersonation/exit')
    await act('admin', 'POST', `/api/admin/businesses/${shops[shop].id}/notes`, {
      text: word(`a note on ${shop}`, ['admin']),
    })
    await act('admin', 'POST', `/api/admin/businesses/${shops[shop].id}/suspend`, {
      reason: word(`why ${shop} was suspended`, own),
    })
    await act('admin', 'POST', `/api/admin/businesses/${shops[shop].id}/reinstate`, {
      reason: word(`why ${shop} was reinstated`, own),
    })
    shops[shop].cookie = cookieOf(
      (await shops[shop].send('POST', '/api/auth/login', { email: shops[shop].email, password: PASSWORD })).headers,
    )
  }
  const { awardId } = await act<{ awardId: string }>('books', 'POST', `/api/business/${shops.books.id}/award-points`, {
    buyerId: buyers.mane.code,
    amountSpent: 50,
  })
  const reason = word('why an administrator called an award of mane at books back', ['books', 'mane', ...STAFF])
  await act('admin', 'POST', `/api/admin/accounts/${shops.books.id}/${buyers.mane.id}/awards/${awardId}/void`, {
    reason,
  })

  return { people, shops, buyers, slugs, invoices, addresses, answers, canaries, add }
}
