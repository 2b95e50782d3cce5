/** Compression and caching of responses. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cachesPass } from '../../../../infra/testing/servers/caches.ts'
import { startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'

const root = mkdtempSync(join(tmpdir(), 'hatik-web-'))
const SCRIPT = `console.log(${JSON.stringify('grain '.repeat(2_000))})`

let product: Product
beforeAll(async () => {
  // The built page, and one file of each kind.
  mkdirSync(join(root, 'assets'))
  writeFileSync(join(root, 'index.html'), readFileSync(new URL('../../../../web/index.html', import.meta.url)))
  writeFileSync(join(root, 'seed.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(root, 'assets/app-1a2b3c4d.js'), SCRIPT)
  writeFileSync(join(root, 'assets/app-1a2b3c4d.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(root, 'assets/plain-1a2b3c4d.css'), `/* ${'seed '.repeat(2_000)} */`)
  product = await startProduct({ env: { WEB_ROOT: root } })
})
afterAll(async () => {
  await product.close()
  rmSync(root, { recursive: true, force: true })
})

/** fetch would decompress it. */
const raw = (path: string, headers: Record<string, string>) =>
  new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    httpRequest(product.address, { path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }))
      response.on('error', reject)
    })
      .on('error', reject)
      .end()
  })

describe('how answers travel', () => {
  it.each(['/api/docs/json', '/sitemap.xml', '/api/business-profiles'])(
    '%s is built and compressed once, and revalidated by its ETag',
    async (path) => {
      const plain = await fetch(`${product.address}${path}`, { headers: { 'accept-encoding': 'identity' } })
      const [etag, text] = [plain.headers.get('etag') ?? '', await plain.text()]
      expect(etag).toMatch(/^"[\w-]{27}"$/)
      for (const [encoding, unpack] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const packed = await raw(path, { 'accept-encoding': encoding })
        expect(packed.headers).toMatchObject({ 'content-encoding': encoding, etag })
        expect(String(unpack(packed.body))).toBe(text)
      }
      const again = await fetch(`${product.address}${path}`, { headers: { 'if-none-match': etag } })
      expect([again.status, await again.text()]).toEqual([304, ''])
    },
  )

  it("the app's files precompressed, for a year; others compressed on the fly", async () => {
    const brotli = await raw('/assets/app-1a2b3c4d.js', { 'accept-encoding': 'gzip, br' })
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(String(brotliDecompressSync(brotli.body))).toBe(SCRIPT)
    const style = await raw('/assets/plain-1a2b3c4d.css', { 'accept-encoding': 'gzip' })
    expect(style.headers['content-encoding']).toBe('gzip')
    expect(String(gunzipSync(style.body))).toContain('seed seed')
    const plain = await raw('/assets/app-1a2b3c4d.js', {})
    expect([plain.headers['content-encoding'], String(plain.body)]).toEqual([undefined, SCRIPT])
    expect((await raw('/seed.svg', {})).headers['cache-control']).toBe('no-cache')
  })

  it('pages and lists compressed, short answers as they are', async () => {
    const page = await raw('/', { 'accept-encoding': 'br' })
    expect(page.headers['content-encoding']).toBe('br')
    expect(String(brotliDecompressSync(page.body))).toContain('<title')
    await Promise.all(Array.from({ length: 13 }, () => product.business()))
    await cachesPass()
    const list = await raw('/api/business-profiles', { 'accept-encoding': 'gzip' })
    expect(list.headers['content-encoding']).toBe('gzip')
    expect((JSON.parse(String(gunzipSync(list.body))) as unknown[]).length).toBeGreaterThan(12)
    expect((await raw('/api/health', { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined()
  })

  it('personal API responses are never cached', async () => {
    const cafe = await product.business()
    const me = await cafe.get('/api/auth/me')
    expect([me.status, me.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect((await cafe.get(`/api/business/${cafe.id}/buyers`)).headers.get('cache-control')).toBe('no-store')
    expect((await fetch(`${product.address}/api/no-such-call`)).headers.get('cache-control')).toBe('no-store')
  })

  it.each(['/%61pi', '/ap%69', 'http://hatik.test/api'])(
    'also for the address written as %s, and invalid addresses are refused there',
    async (api) => {
      const cafe = await product.business()
      const me = await raw(`${api}/auth/me`, { cookie: cafe.cookie })
      expect([JSON.parse(String(me.body)), me.headers['cache-control']]).toMatchObject([{ id: cafe.id }, 'no-store'])
      expect(JSON.parse(String((await raw(`${api}/business-profiles?search=%00`, {})).body))).toMatchObject({
        code: 'invalid_input',
      })
    },
  )
})
