/** HTML that crawlers read without scripts, for every address in both languages (R22, R48, C9, H40). */
import { execFileSync } from 'node:child_process'
import { constants, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BRANDS, headOf, PAGES, SERVER_HEAD } from '#contracts/pages/page-metadata.ts'
import { DEMO_SUPPORT, SUPPORT_META } from '#contracts/calls/support.ts'
import { insertBusiness } from '../../../infra/testing/people/people-rows.ts'
import type { Person } from '../../../infra/testing/people/person.ts'
import { readHead, type PageHead } from '../../../infra/testing/read-head.ts'
import { startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'
import { ROUTES } from '../../../web/app/route-table.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'
import { DRAWINGS_MAX } from '../routes/public/drawing-cache.ts'

// Not https, because session cookies would then be Secure.
const PUBLIC_URL = 'http://hatik.test'
const SUPPORT_ENV = {
  SUPPORT_EMAIL: 'help@hatik.test',
  SUPPORT_PHONE: '+374 10 11 22 33',
  SUPPORT_ADDRESS_AM: 'Գյումրի «1»',
  SUPPORT_ADDRESS_EN: 'Gyumri',
}
const root = mkdtempSync(join(tmpdir(), 'hatik-web-'))
const files = mkdtempSync(join(tmpdir(), 'hatik-files-'))

let product: Product
let cafe: Person
beforeAll(async () => {
  writeFileSync(join(root, 'index.html'), readFileSync(new URL('../../../web/index.html', import.meta.url)))
  writeFileSync(
    join(root, 'preloads.json'),
    JSON.stringify({
      '/pricing': { am: ['/assets/am-1.js', '/assets/pricing-1.js'], en: ['/assets/en-1.js', '/assets/pricing-1.js'] },
    }),
  )
  writeFileSync(join(root, 'seed.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  product = await startProduct({
    env: { WEB_ROOT: root, FILES_URL: pathToFileURL(files).href, PUBLIC_URL, ...SUPPORT_ENV },
  })
  cafe = await product.business()
  await product.pool.query(
    `UPDATE business_profiles SET slug = 'kofe-tun', business_name = 'Կոֆե «Տուն» & $1 <b>', description = 'Սուրճ </script><script>alert(1)</script>',
       phone = '+37410000001', address = 'Գյումրի', website = 'https://kofe-tun.am/' WHERE user_id = $1`,
    [cafe.id],
  )
})
afterAll(async () => {
  await product.close()
  for (const folder of [root, files]) rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(product.address + path, { headers, redirect: 'manual' })
const read = async (path: string, headers?: Record<string, string>) => readHead(await get(path, headers))

const addressOf = (pattern: string) =>
  pattern.replace(':slug', 'kofe-tun').replace(':businessId', '1').replace(':id', '1')
const ADDRESSES = [...Object.keys(PAGES).map(addressOf), '/auth?signup=true', '/business/kofe-tun']

describe('the head of every page, in both languages (R22)', () => {
  it.each(
    ADDRESSES.flatMap(
      (path) =>
        [
          ['hy', path],
          ['en', path],
        ] as const,
    ),
  )('%s %s', async (lang, path) => {
    const page = await read(`${path}${path.includes('?') ? '&' : '?'}lang=${lang}`)
    const one = (name: string) => {
      expect([name, page.meta.get(name)?.length]).toEqual([name, 1])
      return page.meta.get(name)?.[0] ?? ''
    }
    expect([page.status, page.lang, page.titles]).toEqual([200, lang, 1])
    expect(page.title).toMatch(lang === 'hy' ? /^\S.* · Հատիկ$/ : /^\S.* · Hatik$/)
    expect(one('description').length).toBeGreaterThan(10)
    expect([one('og:title'), one('og:description')]).toEqual([page.title, one('description')])

    const link = (rel: string, tag?: string) =>
      page.links.filter((found) => found.rel === rel && found.lang === tag).map(({ href }) => href)
    const [canonical] = link('canonical')
    expect(link('canonical')).toHaveLength(1)
    expect(link('alternate', lang)).toEqual([canonical])
    expect(link('alternate', 'hy')[0]).toMatch(/^http:\/\/hatik\.test\/.*[?&]lang=hy$/)
    expect(link('alternate', 'en')[0]).toMatch(/^http:\/\/hatik\.test\/.*[?&]lang=en$/)
    expect(link('alternate', 'x-default')[0]).toMatch(/^http:\/\/hatik\.test\/[^?]*(\?signup=true)?$/)
    expect(one('og:url')).toBe(canonical)

    const image = one('og:image')
    expect(image.startsWith(PUBLIC_URL)).toBe(true)
    if (image.includes('/share/')) {
      const picture = await get(image.slice(PUBLIC_URL.length))
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    }
    if (!path.startsWith('/business/'))
      expect(/[\u0531-\u0587]/.test(page.title + one('description'))).toBe(lang === 'hy')
    for (const [tag] of page.html.matchAll(/<(?:title|meta name="description"|link rel="canonical")[^>]*>/g))
      expect(tag).toContain(SERVER_HEAD)
  })

  it("titles and descriptions are unique, except for the directory's two addresses (C9)", () => {
    for (const language of ['am', 'en'] as const) {
      const heads = Object.keys(PAGES)
        .filter((path) => path !== '/businesses')
        .map((path) => headOf(addressOf(path), new URLSearchParams(), language))
      heads.push(headOf('/auth', new URLSearchParams('signup=true'), language))
      expect(new Set(heads.map(({ title }) => title)).size).toBe(heads.length)
      expect(new Set(heads.map(({ description }) => description)).size).toBe(heads.length)
    }
  })

  it("every path of the app's router has a head", () => {
    const paths = ROUTES.map(({ path }) => path).filter((path) => path !== '*')
    const concrete = paths.flatMap((path) =>
      path === '/legal/:name' ? ['/legal/terms', '/legal/privacy', '/legal/cookies'] : [path.replace(/:\w+/, '1')],
    )
    for (const path of concrete) expect([path, headOf(path, new URLSearchParams(), 'en').found]).toEqual([path, true])
  })

  it('both addresses of the directory have the canonical business-directory (C9, R7)', async () => {
    for (const path of ['/businesses', '/business-directory', '/businesses/']) {
      const page = await read(path)
      expect([page.status, page.links.find(({ rel }) => rel === 'canonical')?.href]).toEqual([
        200,
        `${PUBLIC_URL}/business-directory`,
      ])
    }
  })

  it('sign-in and sign-up have different heads, in each language (R48)', async () => {
    const titles = await Promise.all(
      ['/auth?lang=hy', '/auth?lang=en', '/auth?signup=true&lang=hy', '/auth?signup=true&lang=en'].map(
        async (path) => (await read(path)).title,
      ),
    )
    expect(new Set(titles).size).toBe(4)
  })

  it('the language is the requested, else the chosen one, else Armenian; caches vary by it (C4, H40)', async () => {
    expect((await read('/about')).lang).toBe('hy')
    expect((await read('/about', { cookie: 'hatik-language=en' })).lang).toBe('en')
    expect((await read('/about?lang=hy', { cookie: 'hatik-language=en' })).lang).toBe('hy')
    expect((await read('/about?lang=am', { cookie: 'hatik-language=en' })).lang).toBe('hy')
    expect((await read('/about?lang=xx')).lang).toBe('hy')
    const { headers } = await read('/about?lang=en')
    expect([
      headers.get('vary')?.toLowerCase().includes('cookie'),
      headers.get('cache-control'),
      headers.get('content-language'),
    ]).toEqual([true, 'no-cache', 'en'])
  })

  it('pages behind a session or token, and staff sign-in, are not listed (C16)', async () => {
    for (const path of [
      '/dashboard',
      '/billing',
      '/edit-profile',
      '/hatik',
      '/admin/dashboard',
      '/reset-password?token=x',
      '/verify-email?token=x',
    ]) {
      const page = await read(path)
      expect([path, page.meta.get('robots')]).toEqual([path, ['noindex']])
      expect(page.html).not.toContain('token=x')
    }
    expect((await read('/pricing')).meta.get('robots')).toBeUndefined()
  })
})

it('a page preloads its scripts, in its language', async () => {
  const preloads = async (path: string) =>
    (await read(path)).links.filter(({ rel }) => rel === 'modulepreload').map(({ href }) => href)
  expect(await preloads('/pricing')).toEqual(['/assets/am-1.js', '/assets/pricing-1.js'])
  expect(await preloads('/pricing?lang=en')).toEqual(['/assets/en-1.js', '/assets/pricing-1.js'])
  expect(await preloads('/no-such-page')).toEqual([])
})

it('every page carries the support contacts of the environment', async () => {
  const [content = ''] = (await read('/contact')).meta.get(SUPPORT_META) ?? []
  expect(JSON.parse(content)).toEqual({
    ...DEMO_SUPPORT,
    email: 'help@hatik.test',
    phone: '+374 10 11 22 33',
    address: { am: 'Գյումրի «1»', en: 'Gyumri' },
  })
})

describe('unknown addresses (R17)', () => {
  it.each([
    '/no-such-page',
    '/%E0%A4%A',
    '/%',
    '/business/%FF',
    '/business/%00',
    '/business/no-such-business',
    '/business/',
    '/business/a/b',
    '/legal/other',
    '/admin',
  ])('an unknown path gets the 404 page: %s', async (path) => {
    const page = await read(path)
    expect([page.status, page.meta.get('robots')]).toEqual([404, ['noindex']])
    expect(page.html).toContain('<div id="root">')
    expect((await read(`${path}?lang=en`)).title).toBe('Page Not Found · Hatik')
  })

  it('redirect to lower case and keep the query (R22)', async () => {
    const answer = await get('/Verify-Email?token=AbC')
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/verify-email?token=AbC'])
    expect((await read('/No-Such-Page')).status).toBe(404)
  })

  it('of the API that cannot be decoded are refused in JSON', async () => {
    const answer = await get('/api/%E0%A4%A')
    expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([400, 'application/json'])
  })

  it('of the API and of files are 404 in JSON', async () => {
    for (const path of [
      '/api/no-such-call',
      '/no-such-file.js',
      '/share/no-such-business.png',
      '/icons/other.png',
      '/share/..%2f..%2fetc.png',
    ]) {
      const answer = await get(path)
      expect([path, answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([
        path,
        404,
        'application/json',
      ])
    }
  })

  it('with a file ending answer page requests with the 404 page, except in folders of files', async () => {
    const asksForPage = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    for (const path of ['/about.html', '/business/kofe-tun.am', '/no-such-file.js']) {
      const page = await read(`${path}?lang=en`, asksForPage)
      expect([path, page.status, page.title]).toEqual([path, 404, 'Page Not Found · Hatik'])
    }
    for (const path of [
      '/api/no-such-call.html',
      '/assets/other.js',
      '/logos/other.webp',
      '/share/other.png',
      '/icons/other.png',
      '/pictures/other.webp',
    ]) {
      const answer = await get(path, asksForPage)
      expect([path, answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([
        path,
        404,
        'application/json',
      ])
    }
  })

  it('an unknown path never appears in the page unescaped', async () => {
    const page = await read('/"><script>alert(1)</script>?lang=en"><script>')
    expect(page.html).not.toContain('<script>alert')
    expect((await read('/business/kofe-tun')).html).not.toMatch(/<script>alert|<b>/)
  })
})

describe('the page of a business', () => {
  const data = (page: PageHead) =>
    JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(page.html)?.[1] ?? 'null') as Record<
      string,
      unknown
    > | null

  it('has its name, description and own picture in the head', async () => {
    const page = await read('/business/kofe-tun')
    expect(page.title).toBe(`Կոֆե «Տուն» & $1 <b> · ${BRANDS.am}`)
    expect(page.meta.get('description')).toEqual(['Սուրճ </script><script>alert(1)</script>'])
    const picture = await get('/share/kofe-tun.png')
    const { width, height, format } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
    expect([width, height, format]).toEqual([1200, 630, 'png'])
    expect((await get('/share/kofe-tun.png', { 'if-none-match': picture.headers.get('etag') ?? '' })).status).toBe(304)
    await product.pool.query(`UPDATE business_profiles SET address = 'Երևան' WHERE user_id = $1`, [cafe.id])
    expect((await get('/share/kofe-tun.png')).headers.get('etag')).toBe(picture.headers.get('etag'))
  })

  it('asks for its cover before any script runs, and other pages for none (decision 57)', async () => {
    const preloads = async (path: string) =>
      (await read(path)).links.filter(({ rel }) => rel === 'preload').map(({ href }) => href)
    expect(await preloads('/business/kofe-tun')).toEqual([])
    const cover = `/logos/${cafe.id}/a.webp`
    const setTo = (address: string | null) =>
      product.pool.query('UPDATE business_profiles SET cover_url = $2 WHERE user_id = $1', [cafe.id, address])
    await setTo(cover)
    expect([await preloads('/business/kofe-tun'), await preloads('/businesses')]).toEqual([[cover], []])
    await setTo(null)
  })

  it('limits the queue of pictures; further requests get 503 and can retry', async () => {
    const shops = await Promise.all(
      Array.from({ length: DRAWINGS_MAX + 4 }, () =>
        insertBusiness(product.pool, { passwordHash: '!', plan: 'starter', status: 'active', perks: [] }),
      ),
    )
    const [first, ...others] = shops.map(({ id }) => `/share/business-${id}.png`)
    // A named pipe: reading this logo blocks until it is written, so its drawing stays unfinished.
    const pipe = join(files, 'logos', 'slow.webp')
    mkdirSync(join(files, 'logos'), { recursive: true })
    execFileSync('mkfifo', [pipe])
    await product.pool.query(`UPDATE business_profiles SET logo_url = '/logos/slow.webp' WHERE user_id = $1`, [
      shops[0]?.id,
    ])
    const drawing = get(first!)
    const logo = await waitUntil('the logo is being read', () =>
      open(pipe, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => undefined),
    )
    const answers: Response[] = []
    const all = others.map(async (path) => answers.push(await get(path)))
    await waitUntil('the rest was refused', () => answers.length >= 4)
    for (const answer of answers) {
      expect([answer.status, ((await answer.json()) as { code: string }).code, answer.headers.get('etag')]).toEqual([
        503,
        'busy',
        null,
      ])
      expect(answer.headers.get('cache-control') ?? '').not.toContain('public')
    }
    await logo.writeFile('no picture')
    await logo.close()
    await Promise.all(all)
    expect([(await drawing).status, answers.filter(({ status }) => status === 200).length]).toEqual([
      200,
      DRAWINGS_MAX - 1,
    ])
    expect((await Promise.all(others.map((path) => get(path)))).map(({ status }) => status)).toEqual(
      others.map(() => 200),
    )
  })

  it('a business page has structured data, with a rating only if there are reviews, and nothing private (R118, R206)', async () => {
    const before = data(await read('/business/kofe-tun'))
    expect(before).toMatchObject({
      '@type': 'LocalBusiness',
      telephone: '+37410000001',
      url: `${PUBLIC_URL}/business/kofe-tun`,
      sameAs: ['https://kofe-tun.am/'],
    })
    expect(before).not.toHaveProperty('aggregateRating')
    for (const stars of [5, 4, 4]) {
      const buyer = await product.buyer()
      await buyer.write('POST', '/api/business/kofe-tun/reviews', { buyerId: buyer.id, rating: stars })
    }
    const after = data(await read('/business/kofe-tun'))
    expect(after?.['aggregateRating']).toEqual({
      '@type': 'AggregateRating',
      ratingValue: 4.3,
      reviewCount: 3,
      bestRating: 5,
      worstRating: 1,
    })
    expect(JSON.stringify(after)).not.toMatch(/Firstname|Lastname|hatik\.test"@/)
    expect(data(await read('/about'))).toBeNull()
  })

  it('shows only the name of a suspended business: unlisted, without picture or data (H28)', async () => {
    const shop = await product.business({ status: 'suspended' })
    const page = await read(`/business/business-${shop.id}?lang=en`)
    expect([page.status, page.title, page.meta.get('robots')]).toEqual([
      200,
      `Business ${shop.id} · Hatik`,
      ['noindex'],
    ])
    expect(page.meta.get('description')).toEqual([`Business ${shop.id} is temporarily not taking part.`])
    expect([data(page), page.meta.get('og:image')]).toEqual([null, [`${PUBLIC_URL}/share.png`]])
    expect((await get(`/share/business-${shop.id}.png`)).status).toBe(404)
  })
})

describe('for crawlers and installers', () => {
  it('the sitemap lists every listed page once, by its canonical address, and active businesses', async () => {
    const shop = await product.business({ status: 'suspended' })
    const answer = await get('/sitemap.xml')
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const xml = await answer.text()
    const named = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address ?? '')
    expect(new Set(named).size).toBe(named.length)
    for (const path of ['/', '/about', '/pricing', '/business-directory', '/legal/terms', '/business/kofe-tun'])
      expect(named).toContain(PUBLIC_URL + path)
    for (const path of ['/businesses', '/dashboard', '/hatik', `/business/business-${shop.id}`])
      expect(named).not.toContain(PUBLIC_URL + path)
    expect(xml.match(/hreflang="hy"/g)).toHaveLength(named.length)
    for (const address of named) {
      const page = await read(address.slice(PUBLIC_URL.length))
      expect([
        address,
        page.status,
        page.links.find(({ rel }) => rel === 'canonical')?.href,
        page.meta.get('robots'),
      ]).toEqual([address, 200, address, undefined])
    }
  })

  it('robots.txt points at the sitemap but not at staff sign-in (C16)', async () => {
    const text = await (await get('/robots.txt')).text()
    expect(text).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`)
    expect(text).not.toMatch(/hatik\b(?!\.test)|admin/)
  })

  it('security.txt names the address for reports and has not expired (RFC 9116)', async () => {
    const text = await (await get('/.well-known/security.txt')).text()
    const fields = new Map(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]),
    )
    expect(fields.get('Contact')).toMatch(/^mailto:.+@.+/)
    expect(fields.get('Canonical')).toBe(`${PUBLIC_URL}/.well-known/security.txt`)
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000
    expect([days > 120, days < 365]).toEqual([true, true])
  })

  it("the manifest has the reader's language, starts on the dashboard, and all its icons exist", async () => {
    const manifest = (await (await get('/manifest.webmanifest')).json()) as {
      name: string
      lang: string
      start_url: string
      icons: { src: string; sizes: string; type: string }[]
    }
    expect([manifest.name, manifest.lang, manifest.start_url]).toEqual(['Հատիկ', 'hy', '/dashboard'])
    expect(await (await get('/manifest.webmanifest', { cookie: 'hatik-language=en' })).json()).toMatchObject({
      name: 'Hatik',
      lang: 'en',
    })
    for (const icon of manifest.icons.filter(({ type }) => type === 'image/png')) {
      const { width, height } = await sharp(Buffer.from(await (await get(icon.src)).arrayBuffer())).metadata()
      expect(`${width}x${height}`).toBe(icon.sizes)
    }
    expect((await get('/icons/apple-touch-180.png')).status).toBe(200)
    expect((await read('/dashboard')).links.find(({ rel }) => rel === 'manifest')?.href).toBe('/manifest.webmanifest')
  })

  it('/index.html is the offline page', async () => {
    const page = await read('/index.html')
    expect([page.status, page.html.includes('<div id="root">')]).toEqual([200, true])
  })
})
