import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { NOTE_MAX, NOTES_MAX, type BusinessNotes } from '#contracts/calls/staff/business-notes.ts'
import { Person } from '../../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../../infra/testing/people/staff.ts'
import { productWithAdmin } from '../../../../infra/testing/servers/product-with-admin.ts'

const { product, admin } = await productWithAdmin()

const pathOf = ({ id }: { id: number }) => `/api/admin/businesses/${id}/notes`
const add = (shop: Person, text: unknown, { who = admin, key = randomUUID() as string } = {}) =>
  who.write<{ id: number; code?: string; message: string }>('POST', pathOf(shop), { text }, key)
const remove = (shop: Person, id: number | string, { who = admin, key = randomUUID() as string } = {}) =>
  who.write<{ code?: string }>('DELETE', `${pathOf(shop)}/${id}`, undefined, key)
const listed = async (shop: Person, who = admin) => (await who.get<BusinessNotes>(pathOf(shop))).body

describe('notes on a business (H30)', () => {
  afterEach(() => product.pool.query('DELETE FROM business_notes'))

  it('are plain text, listed newest first with who wrote them, and deleted by their writer only', async () => {
    const [cafe, books] = [await product.business(), await product.business()]
    const other = await signInStaff(product, 'admin')
    expect(await listed(cafe)).toEqual([])
    const first = await add(cafe, ' Երկրորդ խանութ է բացում\nմայիսին <b>🎉</b> ')
    expect([first.status, first.body]).toEqual([201, { id: expect.any(Number), message: 'Note added' }])
    const second = await add(cafe, '🎉'.repeat(NOTE_MAX), { who: other })
    await add(books, 'Of another business')
    const [newest, oldest] = await listed(cafe)
    expect(newest).toMatchObject({ id: second.body.id, writtenBy: other.id, own: false })
    expect(oldest).toEqual({
      id: first.body.id,
      text: 'Երկրորդ խանութ է բացում\nմայիսին <b>🎉</b>',
      writtenBy: admin.id,
      writtenAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      own: true,
    })
    expect((await remove(cafe, second.body.id)).status).toBe(403)
    expect((await remove(books, first.body.id)).status).toBe(404)
    expect(await listed(cafe)).toHaveLength(2)
    expect((await remove(cafe, first.body.id)).status).toBe(200)
    expect((await remove(cafe, first.body.id)).body.code).toBe('not_found')
    expect((await listed(cafe)).map(({ id }) => id)).toEqual([second.body.id])
  })

  it('are kept from everybody else, before anything is parsed', async () => {
    const cafe = await product.business()
    const visitor = new Person(product.address, { id: 0, email: '' })
    for (const [who, status] of [
      [visitor, 401],
      [cafe, 403],
      [await product.buyer(), 403],
      [await signInStaff(product, 'auditor'), 403],
    ] as const)
      expect([
        (await who.get(pathOf(cafe))).status,
        (await add(cafe, null, { who })).status,
        (await remove(cafe, 'none', { who })).status,
      ]).toEqual([status, status, status])
  })

  it('are refused without visible text, a key or a business, and if too long', async () => {
    const cafe = await product.business()
    for (const text of ['', ' \n ', '\u200b', 'a'.repeat(NOTE_MAX + 1), '🎉'.repeat(NOTE_MAX + 1), 7, null, undefined])
      expect([text, (await add(cafe, text)).status]).toEqual([text, 400])
    expect((await admin.send('POST', pathOf(cafe), { text: 'Without a key' })).body['code']).toBe(
      'idempotency_key_required',
    )
    const [nobody, buyer] = [new Person(product.address, { id: 999_999, email: '' }), await product.buyer()]
    for (const unknown of [nobody, buyer]) {
      expect((await add(unknown, 'On nobody')).body.code).toBe('business_not_found')
      expect((await admin.get(pathOf(unknown))).status).toBe(404)
    }
    expect(await listed(cafe)).toEqual([])
  })

  it('one repeated with its key is written once, and another text under that key is refused', async () => {
    const cafe = await product.business()
    const key = randomUUID()
    const both = await Promise.all([add(cafe, 'Once', { key }), add(cafe, 'Once', { key })])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(both[0]?.body).toEqual(both[1]?.body)
    expect((await add(cafe, 'Twice', { key })).status).toBe(422)
    const [note, ...others] = await listed(cafe)
    expect([note?.text, others]).toEqual(['Once', []])

    const gone = randomUUID()
    expect((await remove(cafe, note!.id, { key: gone })).status).toBe(200)
    expect((await remove(cafe, note!.id, { key: gone })).status).toBe(200)
  })

  it('are limited in number, also for several at once, until one is deleted', async () => {
    const cafe = await product.business()
    await product.pool.query(
      `INSERT INTO business_notes (business_id, text, written_by, written_at)
       SELECT $1, 'Note ' || n, $2, now() FROM generate_series(1, $3) AS n`,
      [cafe.id, admin.id, NOTES_MAX - 1],
    )
    const both = await Promise.all([add(cafe, 'Last'), add(cafe, 'Too many')])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(both.map(({ body }) => body.code)).toContain('too_many_notes')
    const notes = await listed(cafe)
    expect(notes).toHaveLength(NOTES_MAX)
    await remove(cafe, notes.at(-1)!.id)
    expect((await add(cafe, 'Once more')).status).toBe(201)
  })
})
