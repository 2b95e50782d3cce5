import { describe, expect, it } from 'vitest'
import type { AdminBusinesses, AdminUsers } from '#contracts/calls/staff/admin.ts'
import { yerevanDay } from '#contracts/units/time.ts'
import type { Person } from '../../../../infra/testing/people/person.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'
import { productWithAdmin } from '../../../../infra/testing/servers/product-with-admin.ts'
import { orderDeadMail } from '../../../../infra/testing/dead-mail.ts'

const { product, admin } = await productWithAdmin()
const cafe = await product.business({ plan: 'standard' })

describe("the administrator's search (H30)", () => {
  it('finds a buyer by the code as shown on screens, and people and businesses by their number in the log (H12)', async () => {
    const { id, code } = await product.buyer()
    const people = async (search: string) =>
      (await admin.get<AdminUsers>(`/api/admin/users?search=${encodeURIComponent(search)}`)).body.users.map(
        (person) => person.id,
      )
    for (const typed of [
      code,
      `${code.slice(0, 2)} ${code.slice(2)}`,
      `${code.slice(0, 2)}-${code.slice(2)}`.toLowerCase(),
      String(id),
      `N ${id}`,
      `No. ${id}`,
    ]) {
      expect(await people(typed), typed).toEqual([id])
    }
    expect(await people('--')).toEqual([])
    for (const typed of [String(cafe.id), `N ${cafe.id}`]) {
      const { businesses } = (
        await admin.get<AdminBusinesses>(`/api/admin/businesses?search=${encodeURIComponent(typed)}`)
      ).body
      expect(
        businesses.map((business) => business.id),
        typed,
      ).toEqual([cafe.id])
    }
  })

  it('finds a business by its words in any order and either script, and a person with the surname first', async () => {
    const shop = await product.business({ plan: 'starter' })
    await product.pool.query(
      `UPDATE business_profiles SET business_name = 'Սուրճ եւ Գիրք', slug = 'surch-ev-girk' WHERE user_id = $1`,
      [shop.id],
    )
    await product.pool.query(`UPDATE users SET first_name = 'Անահիտ', last_name = 'Սարգսյան' WHERE id = $1`, [shop.id])
    const ids = async (list: 'businesses' | 'users', search: string) =>
      (
        await admin.get<Record<string, { id: number }[]>>(`/api/admin/${list}?search=${encodeURIComponent(search)}`)
      ).body[list]!.map(({ id }) => id)
    for (const typed of ['սուրճ և գիրք', 'Սուրճ եւ', 'surch girk', 'գիրք  սուրճ', shop.email])
      expect(await ids('businesses', typed), typed).toEqual([shop.id])
    expect(await ids('businesses', 'սուրճ թեյ')).toEqual([])
    for (const typed of ['Սարգսյան Անահիտ', 'անահիտ սարգսյան'])
      expect(await ids('users', typed), typed).toEqual([shop.id])
  })

  it('finds names in any alphabet, case and accents (as the directory does)', async () => {
    const [sevan, arevik, kofe, elan] = [
      await product.business({ plan: 'starter' }),
      await product.buyer(),
      await product.business({ plan: 'starter' }),
      await product.business({ plan: 'starter' }),
    ]
    const rename = (id: number, name: string) =>
      product.pool.query('UPDATE business_profiles SET business_name = $2 WHERE user_id = $1', [id, name])
    await rename(sevan.id, 'Սևան')
    await rename(kofe.id, 'Կոֆե')
    await rename(elan.id, 'Élan'.normalize('NFC'))
    await product.pool.query(`UPDATE users SET first_name = 'Արևիկ', last_name = 'Ծատուրյան' WHERE id = $1`, [
      arevik.id,
    ])
    const ids = async (list: 'businesses' | 'users', search: string) =>
      (
        await admin.get<Record<string, { id: number }[]>>(`/api/admin/${list}?search=${encodeURIComponent(search)}`)
      ).body[list]!.map(({ id }) => id)
    for (const typed of ['ՍԵՎԱՆ', 'ՍԵՒԱՆ', 'Севан', 'sevan', 'սեւան'])
      expect(await ids('businesses', typed), typed).toEqual([sevan.id])
    for (const typed of ['ԱՐԵՎԻԿ', 'Аревик', 'arevik', 'Tsaturyan', 'ԾԱՏՈՒՐՅԱՆ Arevik'])
      expect(await ids('users', typed), typed).toEqual([arevik.id])
    for (const typed of ['КОФЕ', 'coffee', 'KOFE']) expect(await ids('businesses', typed), typed).toContain(kofe.id)
    for (const typed of ['élan'.normalize('NFC'), 'ÉLAN'.normalize('NFD'), 'elan'])
      expect(await ids('businesses', typed), typed).toEqual([elan.id])
    // Pattern characters are literal, and the longest search is answered.
    for (const typed of ['.*', '(', '[', '***=', '\\', 'ծ'.repeat(100), 'ts '.repeat(33), 'ցթշաո'.repeat(20)])
      expect(await ids('businesses', typed), typed).toEqual([])
  })

  it('finds a person by a telephone number in any notation, by its beginning and end, and shows it', async () => {
    const [ani, babken] = [await product.buyer(), await product.buyer()]
    await product.pool.query(
      `UPDATE users SET phone = CASE id WHEN $1 THEN '+37491123456' ELSE '+37491123499' END WHERE id IN ($1, $2)`,
      [ani.id, babken.id],
    )
    const search = async (typed: string, more = '') =>
      (await admin.get<AdminUsers>(`/api/admin/users?search=${encodeURIComponent(typed)}${more}`)).body
    const ids = async (typed: string) => (await search(typed)).users.map(({ id }) => id)
    for (const typed of [
      '+374 91 123456',
      '091-12-34-56',
      '37491123456',
      '0037491123456',
      '(091) 12 34 56',
      '91123456',
      '+374–91–12–34–56',
      '123456',
      '12-34-56',
      '3456',
    ]) {
      expect(await ids(typed), typed).toEqual([ani.id])
    }
    expect((await search('091123456')).users[0]).toMatchObject({ id: ani.id, phone: '+37491123456' })
    expect(await ids('091 12 34')).toEqual([ani.id, babken.id])
    const first = await search('+3749112', '&limit=1')
    expect([first.users.map(({ id }) => id), first.next]).toEqual([[ani.id], ani.id])
    const second = await search('+3749112', `&limit=1&after=${ani.id}`)
    expect([second.users.map(({ id }) => id), second.next]).toEqual([[babken.id], null])
    expect((await search('+3749112', `&after=${babken.id}`)).users).toEqual([])
    expect((await search('091123456', '&role=business')).users).toEqual([])
    for (const nobody of ['+374 91 123457', '+', '%', '+374', '091%']) expect(await ids(nobody), nobody).toEqual([])
    await product.pool.query('UPDATE users SET erased_at = now(), buyer_code = NULL WHERE id = $1', [ani.id])
    expect(await ids('091123456')).toEqual([])
  })
})

describe("the administrator's table of businesses (H30)", () => {
  type Row = AdminBusinesses['businesses'][number]
  /** All pages of two. */
  async function listed(query: string): Promise<Row[]> {
    const rows: Row[] = []
    for (let after: number | null | undefined; after !== null;) {
      const { body } = await admin.get<AdminBusinesses>(
        `/api/admin/businesses?limit=2&search=sorted&${query}${after === undefined ? '' : `&after=${after}`}`,
      )
      rows.push(...body.businesses)
      after = body.next
    }
    return rows
  }

  it('is sorted by number, name or last activity, either way, each business on exactly one page', async () => {
    const names = ['Sorted b', 'Sorted C', 'Sorted a', 'Sorted b', 'Sorted d']
    const shops: Person[] = []
    for (const name of names) {
      const shop = await product.business({ plan: 'standard' })
      await product.pool.query('UPDATE business_profiles SET business_name = $2 WHERE user_id = $1', [shop.id, name])
      shops.push(shop)
    }
    const [b1, c, a, b2, d] = shops.map(({ id }) => id)
    const buyer = await product.buyer()
    const awarded = await shops[2]!.write('POST', `/api/business/${a}/award-points`, {
      buyerId: buyer.code,
      amountSpent: 5_000,
    })
    expect(awarded.status).toBe(200)
    await waitUntil('the award is projected', async () =>
      (await listed('sort=activity')).some(({ lastActivity }) => lastActivity !== null),
    )
    const ids = async (query: string) => (await listed(query)).map(({ id }) => id)
    expect(await ids('')).toEqual([b1, c, a, b2, d])
    expect(await ids('direction=desc')).toEqual([d, b2, a, c, b1])
    expect(await ids('sort=name')).toEqual([a, b1, b2, c, d])
    expect(await ids('sort=name&direction=desc')).toEqual([d, c, b2, b1, a])
    expect(await ids('sort=activity')).toEqual([b1, c, b2, d, a])
    expect(await ids('sort=activity&direction=desc')).toEqual([a, d, b2, c, b1])
    const rows = await listed('')
    expect(rows.filter(({ lastActivity }) => lastActivity !== null)).toMatchObject([
      { id: a, lastActivity: yerevanDay(new Date()) },
    ])
    for (const wrong of ['sort=risk', 'direction=up', 'limit=201', 'limit=0', 'after=x'])
      expect([wrong, (await admin.get(`/api/admin/businesses?${wrong}`)).status]).toEqual([wrong, 400])
  })

  it('marks an open finding, an overdue invoice and an unverified address, and nothing else', async () => {
    const shop = await product.business({ plan: 'starter' })
    const marks = async () =>
      (await admin.get<AdminBusinesses>(`/api/admin/businesses?search=${shop.id}`)).body.businesses[0]?.marks
    await shop.write('POST', `/api/business/${shop.id}/subscription`, { plan: 'prime', cycle: 'monthly' })
    await product.pool.query(
      `INSERT INTO check_findings (business_id, buyer_id, what, found_at, cleared_at) VALUES ($1, 1, 'balance_tenths', now(), now())`,
      [shop.id],
    )
    expect(await marks()).toEqual([])
    await product.pool.query(`UPDATE invoices SET due_at = now() - interval '1 day' WHERE business_id = $1`, [shop.id])
    await product.pool.query('UPDATE check_findings SET cleared_at = NULL WHERE business_id = $1', [shop.id])
    await product.pool.query('UPDATE users SET email_verified = false, email_verified_at = NULL WHERE id = $1', [
      shop.id,
    ])
    expect(await marks()).toEqual(['differs', 'overdue', 'unverified'])
  })
})

describe('undelivered mails (H30)', () => {
  it('are found by address and kind, each on exactly one page', async () => {
    const cafe = await product.business()
    const endedAt = new Date()
    const mails = [
      ['a', 'approved', 'Ani.found@hatik.test'],
      ['b', 'approved', 'nare.found@hatik.test'],
      ['c', 'rejected', 'ani.found@hatik.test'],
      ['d', 'approved', null],
    ] as const
    for (const [cause, template, to] of mails)
      // Of one moment, so that the id decides.
      await orderDeadMail(
        product.pool,
        { cause: `found:${cause}`, template, userId: cafe.id, ...(to && { to }) },
        { endedAt },
      )
    type Row = { id: string; to: string; template: string }
    const path = '/api/admin/mail/dead-letters'
    const found = async (query: string) =>
      (await admin.get<Row[]>(`${path}?${query}`)).body.map(({ to, template }) => `${template} ${to}`).toSorted()
    expect(await found('search=FOUND%20ani')).toEqual([
      'approved Ani.found@hatik.test',
      'rejected ani.found@hatik.test',
    ])
    expect(await found('search=ani.found&template=approved')).toEqual(['approved Ani.found@hatik.test'])
    expect(await found(`search=${encodeURIComponent(cafe.email)}`)).toEqual([`approved ${cafe.email}`])
    expect(await found('search=%25')).toEqual([])
    const paged: string[] = []
    for (let before = ''; ;) {
      const { body } = await admin.get<Row[]>(`${path}?search=found&limit=1${before && `&before=${before}`}`)
      if (body.length === 0) break
      before = body[0]!.id
      paged.push(before)
    }
    expect(new Set(paged).size).toBe(3)
    expect(paged).toHaveLength(3)
    for (const query of ['before=1', 'limit=0', 'limit=201', `search=${'a'.repeat(101)}`])
      expect((await admin.get(`${path}?${query}`)).status, query).toBe(400)
    await product.pool.query(`DELETE FROM mail_outbox WHERE cause LIKE 'found:%'`)
  })
})
