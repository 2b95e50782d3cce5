import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Invoice, Transfer } from '#contracts/calls/billing.ts'
import type { AdminTasks } from '#contracts/calls/staff/admin-tasks.ts'
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

describe('transfers of a charge (decision 64)', () => {
  type Listed = { invoices: (Invoice & { transfers: Transfer[] })[] }
  const open = async () => {
    const shop = await product.business({ plan: 'starter' })
    return { shop, invoice: (await choose(shop, 'prime')).body.invoice! }
  }
  const enter = (id: number, amountAmd: unknown, key: string = randomUUID(), who = admin) =>
    who.write<{ invoice: Invoice; missingAmd: number }>(
      'POST',
      `/api/admin/invoices/${id}/transfers`,
      { amountAmd, reference: 'T-1' },
      key,
    )
  const listed = async ({ number }: Invoice) =>
    (await admin.get<Listed>(`/api/admin/invoices?search=${number}`)).body.invoices[0]!
  const planOf = async ({ id }: Person) =>
    (
      await product.pool.query<{ plan: string }>(
        'SELECT subscription_plan AS plan FROM business_profiles WHERE user_id = $1',
        [id],
      )
    ).rows[0]?.plan

  it('several add up to the amount due, and only then the plan applies; each is kept with who and when', async () => {
    const { shop, invoice } = await open()
    const part = await enter(invoice.id, 10_000)
    const missing = invoice.amountAmd - 10_000
    expect([part.status, part.body.missingAmd, part.body.invoice]).toMatchObject([
      200,
      missing,
      { state: 'open', receivedAmd: 10_000 },
    ])
    expect(await planOf(shop)).toBe('starter')
    const own = await shop.get<Invoice[]>(`/api/business/${shop.id}/invoices`)
    expect(own.body[0]).toMatchObject({ state: 'open', receivedAmd: 10_000 })

    const other = await signInStaff(product, 'admin')
    expect((await enter(invoice.id, missing, randomUUID(), other)).body).toMatchObject({
      missingAmd: 0,
      invoice: { state: 'paid', receivedAmd: invoice.amountAmd },
    })
    expect(await planOf(shop)).toBe('prime')
    expect(await listed(invoice)).toMatchObject({
      confirmed: { by: other.id, reference: 'T-1' },
      transfers: [
        { amountAmd: 10_000, enteredBy: admin.id, reference: 'T-1', returnedAt: null },
        { amountAmd: missing, enteredBy: other.id, reference: 'T-1', returnedAt: null },
      ],
    })
    expect((await enter(invoice.id, 1)).body.code).toBe('invoice_paid')
  })

  it('more than what is missing, or anything but whole drams, is refused and changes nothing', async () => {
    const { invoice } = await open()
    await enter(invoice.id, 1)
    const more = await enter(invoice.id, invoice.amountAmd)
    expect([more.status, more.body]).toMatchObject([
      409,
      { code: 'transfer_too_high', missingAmd: invoice.amountAmd - 1 },
    ])
    for (const wrong of [0, -1, 1.5, '10', 2 ** 31, null])
      expect([wrong, (await enter(invoice.id, wrong)).status]).toEqual([wrong, 400])
    expect((await admin.send('POST', `/api/admin/invoices/${invoice.id}/transfers`, { amountAmd: 1 })).body.code).toBe(
      'idempotency_key_required',
    )
    expect(await listed(invoice)).toMatchObject({ state: 'open', receivedAmd: 1, transfers: [{ amountAmd: 1 }] })
  })

  it('one repeated with its key counts once; two at once never exceed the amount due', async () => {
    const { invoice } = await open()
    const key = randomUUID()
    expect((await enter(invoice.id, 5, key)).body).toEqual((await enter(invoice.id, 5, key)).body)
    expect((await enter(invoice.id, 6, key)).status).toBe(422)
    const missing = invoice.amountAmd - 5
    const both = await Promise.all([enter(invoice.id, missing), enter(invoice.id, missing)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await listed(invoice)).transfers.map(({ amountAmd }) => amountAmd)).toEqual([5, missing])
  })

  it('one that was sent back no longer counts, also of a withdrawn charge, but never of a paid one', async () => {
    const { shop, invoice } = await open()
    const back = (id: number, transferId: number | undefined) =>
      admin.write('POST', `/api/admin/invoices/${id}/transfers/${transferId}/return`, {})
    const tasks = async () =>
      (await admin.get<AdminTasks>('/api/admin/tasks')).body.tasks.filter(
        (task) => 'invoice' in task && task.invoice === invoice.id,
      )
    await enter(invoice.id, 7)
    const [wrong] = (await listed(invoice)).transfers
    expect([(await back(invoice.id, wrong?.id)).status, (await back(invoice.id, wrong?.id)).status]).toEqual([200, 200])
    expect(await listed(invoice)).toMatchObject({ receivedAmd: 0, transfers: [{ returnedAt: expect.any(String) }] })

    await enter(invoice.id, 8)
    expect(await tasks()).toMatchObject([{ kind: 'charge', isPart: true, amountAmd: invoice.amountAmd - 8 }])
    const next = (await choose(shop, 'standard')).body.invoice!
    expect(await tasks()).toMatchObject([{ kind: 'return', isPart: false, amountAmd: 8 }])
    const kept = (await listed(invoice)).transfers[1]
    expect((await back(next.id, kept?.id)).status).toBe(404)
    expect((await back(invoice.id, kept?.id)).status).toBe(200)
    expect(await tasks()).toEqual([])
    expect((await enter(invoice.id, 1)).body.code).toBe('invoice_not_open')

    await enter(next.id, next.amountAmd)
    const [paid] = (await listed(next)).transfers
    expect((await back(next.id, paid?.id)).body.code).toBe('invoice_paid')
  })

  it('the confirmation without an amount pays what is missing', async () => {
    const { invoice } = await open()
    await enter(invoice.id, 9)
    expect((await confirm(invoice.id)).body.invoice).toMatchObject({ state: 'paid', receivedAmd: invoice.amountAmd })
    expect((await listed(invoice)).transfers.map(({ amountAmd }) => amountAmd)).toEqual([9, invoice.amountAmd - 9])
  })

  it('of a charge that the release before 0062 confirmed during an upgrade are what the invoice says', async () => {
    const { shop, invoice } = await open()
    await enter(invoice.id, 9)
    await confirm(invoice.id)
    // That release wrote only the invoice.
    const dropped = await product.pool.query(
      'DELETE FROM invoice_transfers WHERE invoice_id = $1 AND amount_amd <> 9',
      [invoice.id],
    )
    expect(dropped.rowCount).toBe(1)
    const entered = { enteredBy: admin.id, reference: 'T-1', returnedAt: null }
    const rest = { ...entered, id: 0, amountAmd: invoice.amountAmd - 9 }
    const shown = await listed(invoice)
    expect(shown).toMatchObject({ receivedAmd: invoice.amountAmd, transfers: [{ ...entered, amountAmd: 9 }, rest] })
    expect(shown.transfers[1]?.enteredAt).toBe(shown.paidAt)

    await product.pool.query('DELETE FROM invoice_transfers WHERE invoice_id = $1', [invoice.id])
    expect(await listed(invoice)).toMatchObject({ transfers: [{ ...rest, amountAmd: invoice.amountAmd }] })
    const own = await shop.get<Invoice[]>(`/api/business/${shop.id}/invoices`)
    expect(own.body[0]).toMatchObject({ state: 'paid', receivedAmd: invoice.amountAmd })
  })

  it('are entered and returned by administrators only, before anything is parsed', async () => {
    const { shop, invoice } = await open()
    const visitor = new Person(product.address, { id: 0, email: '' })
    const auditor = await signInStaff(product, 'auditor')
    for (const [who, status] of [
      [visitor, 401],
      [shop, 403],
      [auditor, 403],
    ] as const) {
      expect((await enter(invoice.id, 'much', randomUUID(), who)).status).toBe(status)
      expect((await who.write('POST', `/api/admin/invoices/${invoice.id}/transfers/none/return`, {})).status).toBe(
        status,
      )
    }
  })
})
