import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DirectoryEntry } from '#contracts/calls/directory.ts'
import { cachesPass } from '../../../../infra/testing/servers/caches.ts'
import { Person } from '../../../../infra/testing/people/person.ts'
import { startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'

let product: Product
let visitor: Person
beforeAll(async () => {
  product = await startProduct()
  visitor = new Person(product.address, { id: 0, email: '' })
})
afterAll(() => product.close())
beforeEach(() => product.pool.query(`UPDATE business_profiles SET status = 'pending'`))

/** Inserts businesses and waits for the list cache. */
async function named(
  rows: {
    name: string
    website?: string
    industry?: string
    plan?: 'prime' | 'starter'
    status?: 'active' | 'suspended' | 'trial_expired' | 'pending'
  }[],
) {
  const businesses = []
  for (const { name, website, industry = 'Other', plan = 'starter', status = 'active' } of rows) {
    const business = await product.business({ plan, status })
    await product.pool.query(
      'UPDATE business_profiles SET business_name = $2, website = $3, industry = $4 WHERE user_id = $1',
      [business.id, name, website ?? null, industry],
    )
    await product.pool.query(
      `UPDATE users SET phone = '+37491000000', tax_id = '12345678', id_document_url = '/private/id.webp' WHERE id = $1`,
      [business.id],
    )
    businesses.push(business)
  }
  await cachesPass()
  return businesses
}
const list = async (query = '') => (await visitor.get<DirectoryEntry[]>(`/api/business-profiles${query}`)).body
const names = async (query: string) => (await list(query)).map(({ businessName }) => businessName)

describe('the directory, for everybody (R198, R206)', () => {
  it('lists active businesses by name, without private data (R206, H28)', async () => {
    const [cafe] = await named([
      { name: 'Կոֆե Տուն', website: 'https://coffee.am', plan: 'prime' },
      { name: 'Արև' },
      { name: 'Կասեցված', status: 'suspended' },
      { name: 'Ժամկետանց', status: 'trial_expired' },
      { name: 'Սպասող', status: 'pending' },
    ])
    expect(await names('')).toEqual(['Արև', 'Կոֆե Տուն'])
    const page = await visitor.get(`/api/business-profiles/slug/business-${cafe?.id}`)
    expect(page.body).toMatchObject({ takesPart: true, businessName: 'Կոֆե Տուն', isPrime: true })
    const told = JSON.stringify([await list(), page.body])
    for (const secret of [
      '12345678',
      '37491000000',
      'private',
      cafe?.email ?? '',
      'Firstname',
      'Lastname',
      'status',
      'trial',
      'userId',
    ]) {
      expect([secret, told.includes(secret)]).toEqual([secret, false])
    }
    expect(Object.keys((await list())[0] ?? {}).sort()).toEqual(
      [
        'averageRating',
        'businessName',
        'description',
        'id',
        'industry',
        'isPrime',
        'logoUrl',
        'primeRank',
        'slug',
        'totalReviews',
        'website',
      ].sort(),
    )
  })

  it('a suspended or expired business shows its name only, and returns on reinstatement (H28)', async () => {
    const [suspended, expired, waiting] = await named([
      { name: 'Կասեցված', status: 'suspended' },
      { name: 'Ժամկետանց', status: 'trial_expired' },
      { name: 'Սպասող', status: 'pending' },
    ])
    const page = (business: Person | undefined) => visitor.get(`/api/business-profiles/slug/business-${business?.id}`)
    expect((await page(suspended)).body).toEqual({
      takesPart: false,
      slug: `business-${suspended?.id}`,
      businessName: 'Կասեցված',
    })
    expect((await page(expired)).body).toMatchObject({ takesPart: false })
    expect((await page(waiting)).status).toBe(404)
    expect((await visitor.get('/api/business-profiles/slug/no-such-business')).status).toBe(404)
    expect((await visitor.get('/api/business-profiles/slug/NO%20SLUG')).status).toBe(400)
    expect(await list()).toEqual([])
    await product.pool.query(`UPDATE business_profiles SET status = 'active' WHERE user_id = $1`, [suspended?.id])
    expect((await page(suspended)).body).toMatchObject({ takesPart: true })
    await cachesPass()
    expect(await names('')).toEqual(['Կասեցված'])
  })

  it('searches name and website in either alphabet, and filters by several industries (R108, R109)', async () => {
    await named([
      { name: 'Կոֆե Տուն', website: 'https://gyumri.am', industry: 'Restaurant' },
      { name: 'Grqeri Tun', industry: 'Retail' },
      { name: 'Արեւ', industry: 'Education' },
    ])
    expect(await names('?search=kofe')).toEqual(['Կոֆե Տուն'])
    expect(await names(`?search=${encodeURIComponent('գյումրի')}`)).toEqual(['Կոֆե Տուն'])
    expect(await names(`?search=${encodeURIComponent('արև')}`)).toEqual(['Արեւ'])
    expect(await names('?search=tun&industry=Retail&industry=Education')).toEqual(['Grqeri Tun'])
    expect(await names('?industry=Restaurant')).toEqual(['Կոֆե Տուն'])
    expect((await visitor.get('/api/business-profiles?industry=Nonsense')).status).toBe(400)
  })

  it('at most three Prime businesses for the home page, by daily rotation; a suspended one never (R37, H41)', async () => {
    await named([
      ...['Ա', 'Բ', 'Գ', 'Դ', 'Ե'].map((name) => ({ name, plan: 'prime' as const })),
      { name: 'Զ', plan: 'prime', status: 'suspended' },
      { name: 'Է' },
    ])
    const all = await list()
    expect(all.map(({ businessName }) => businessName)).toEqual(['Ա', 'Բ', 'Գ', 'Դ', 'Ե', 'Է'])
    const prime = await list('?prime=true&limit=3')
    expect(prime.map(({ primeRank }) => primeRank)).toEqual([0, 1, 2])
    expect(prime.every(({ isPrime }) => isPrime)).toBe(true)
    expect(
      all
        .filter(({ primeRank }) => primeRank !== null)
        .map(({ primeRank }) => Number(primeRank))
        .sort((a, b) => a - b),
    ).toEqual([0, 1, 2, 3, 4])
    expect(await list('?prime=true&limit=3')).toEqual(prime)
  })
})
