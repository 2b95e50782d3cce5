import { describe, expect, it } from 'vitest'
import type { AdminBusinesses, AdminUsers } from '#contracts/calls/staff/admin.ts'
import { productWithAdmin } from '../../../../infra/testing/servers/product-with-admin.ts'

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
