import { describe, expect, it } from 'vitest'
import type { Invoice } from '#contracts/calls/billing.ts'
import { Person } from '../../../../infra/testing/people/person.ts'
import { productWithAdmin } from '../../../../infra/testing/servers/product-with-admin.ts'
import { signInStaff } from '../../../../infra/testing/people/staff.ts'
import { billingCalls } from './testing/calls.ts'

const { product, admin } = await productWithAdmin()
const { choose, confirm } = billingCalls(admin)

describe('invoices (H36)', () => {
  it('are available as PDF in both languages, to the business and the administrator only', async () => {
    const cafe = await product.business({ plan: 'starter' })
    const books = await product.business({ plan: 'starter' })
    await product.pool.query(
      `UPDATE business_profiles SET business_name = 'Կոֆե Տուն և Кафе & Co' WHERE user_id = $1`,
      [cafe.id],
    )
    const { body } = await choose(cafe, 'prime', 'yearly')
    const pdf = async (person: Person, language: string) => {
      const answer = await fetch(`${product.address}${body.invoice?.pdfUrl}?language=${language}`, {
        headers: { cookie: person.cookie },
      })
      return {
        status: answer.status,
        type: answer.headers.get('content-type'),
        bytes: Buffer.from(await answer.arrayBuffer()),
      }
    }
    for (const language of ['am', 'en']) {
      const drawn = await pdf(cafe, language)
      expect([drawn.status, drawn.type, drawn.bytes.subarray(0, 5).toString()]).toEqual([
        200,
        'application/pdf',
        '%PDF-',
      ])
    }
    expect((await pdf(admin, 'am')).status).toBe(200)
    expect((await pdf(books, 'am')).status).toBe(403)
    const foreign = await books.get(`/api/business/${books.id}/invoices/${body.invoice?.id}/pdf`)
    expect([foreign.status, foreign.body.message]).toEqual([404, 'Invoice not found'])
  })

  it('are listed and confirmed by administrators only', async () => {
    const cafe = await product.business({ plan: 'starter' })
    const chosen = await choose(cafe, 'standard')
    const id = chosen.body.invoice?.id
    expect((await cafe.write('POST', `/api/admin/invoices/${id}/confirm`, {})).status).toBe(403)
    expect((await cafe.get('/api/admin/invoices')).status).toBe(403)
    const visitor = new Person(product.address, { id: 0, email: '' })
    expect((await visitor.write('POST', `/api/admin/invoices/${id}/confirm`, {})).status).toBe(401)
    expect((await confirm(999_999)).status).toBe(404)
    const listed = await admin.get<{ invoices: (Invoice & { business: object })[]; next: number | null }>(
      '/api/admin/invoices?state=open&limit=1',
    )
    expect(listed.body.invoices).toMatchObject([{ id, business: { id: cafe.id, businessName: `Business ${cafe.id}` } }])
    expect(listed.body.next).toBe(id)
  })

  it('are listed by state, newest first, each on exactly one page', async () => {
    const cafe = await product.business({ plan: 'starter' })
    // Each choice withdraws the previous invoice.
    const ids = [
      (await choose(cafe, 'standard')).body.invoice!.id,
      (await choose(cafe, 'prime')).body.invoice!.id,
      (await choose(cafe, 'standard')).body.invoice!.id,
    ]
    await confirm(ids[2])
    ids.push((await choose(cafe, 'prime')).body.invoice!.id)
    const listed = async (query: string): Promise<Invoice[]> => {
      const all: Invoice[] = []
      for (let before: number | null | undefined; before !== null;) {
        const page = await admin.get<{ invoices: Invoice[]; next: number | null }>(
          `/api/admin/invoices?limit=2${query}${before === undefined ? '' : `&before=${before}`}`,
        )
        all.push(...page.body.invoices)
        before = page.body.next
      }
      return all
    }
    const everything = await listed('')
    expect(everything.slice(0, 4).map(({ id, state }) => [id, state])).toEqual([
      [ids[3], 'open'],
      [ids[2], 'paid'],
      [ids[1], 'cancelled'],
      [ids[0], 'cancelled'],
    ])
    expect(everything.map(({ id }) => id)).toEqual(
      [...new Set(everything.map(({ id }) => id))].toSorted((a, b) => b - a),
    )
    for (const state of ['open', 'paid', 'cancelled'])
      expect(await listed(`&state=${state}`)).toEqual(everything.filter((invoice) => invoice.state === state))
  })

  it('confirmed by another administrator, or with another reference, are not confirmed again: money may have moved twice (H36)', async () => {
    const cafe = await product.business({ plan: 'starter' })
    const id = (await choose(cafe, 'standard')).body.invoice?.id
    const other = await signInStaff(product, 'admin')
    const says = async (who: Person, reference?: string) => {
      const { status, body } = await who.write<{ code?: string }>('POST', `/api/admin/invoices/${id}/confirm`, {
        reference,
      })
      return body.code ?? status
    }
    expect([await says(admin, 'T-1'), await says(admin, 'T-1')]).toEqual([200, 200])
    expect([await says(other, 'T-1'), await says(other), await says(admin, 'T-2')]).toEqual([
      'invoice_paid',
      'invoice_paid',
      'invoice_paid',
    ])
    const { body } = await admin.get<{ invoices: { id: number; confirmed: object }[] }>(
      '/api/admin/invoices?state=paid&limit=1',
    )
    expect(body.invoices).toMatchObject([{ id, confirmed: { by: admin.id, reference: 'T-1' } }])
  })

  it('show only to administrators who confirmed a transfer and its reference (H36)', async () => {
    const cafe = await product.business({ plan: 'starter' })
    const id = (await choose(cafe, 'standard')).body.invoice?.id
    const newest = async () =>
      (
        await admin.get<{ invoices: (Invoice & { confirmed: object | null })[] }>('/api/admin/invoices?limit=1')
      ).body.invoices.map((invoice) => [invoice.id, invoice.confirmed])
    expect(await newest()).toEqual([[id, null]])
    const reply = await confirm(id)
    expect(await newest()).toEqual([[id, { by: admin.id, reference: 'T-1' }]])
    expect(JSON.stringify([reply.body, (await cafe.get(`/api/business/${cafe.id}/invoices`)).body])).not.toMatch(
      /"confirmed|T-1/,
    )
  })

  it('a suspended business can neither choose nor cancel; the suspension wins (H22)', async () => {
    const cafe = await product.business({ plan: 'starter' })
    const { body } = await choose(cafe, 'standard')
    await product.pool.query(`UPDATE business_profiles SET status = 'suspended' WHERE user_id = $1`, [cafe.id])
    await confirm(body.invoice?.id)
    const { rows } = await product.pool.query(
      'SELECT status, subscription_plan AS plan FROM business_profiles WHERE user_id = $1',
      [cafe.id],
    )
    expect(rows).toEqual([{ status: 'suspended', plan: 'standard' }])
    expect([401, 403]).toContain((await choose(cafe, 'prime')).status)
  })
})
