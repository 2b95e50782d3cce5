import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'

const root = mkdtempSync(join(tmpdir(), 'hatik-web-'))

let product: Product
beforeAll(async () => {
  // With pages, whose route takes unmatched GETs.
  mkdirSync(join(root, 'assets'))
  writeFileSync(join(root, 'index.html'), readFileSync(new URL('../../../web/index.html', import.meta.url)))
  product = await startProduct({ env: { WEB_ROOT: root } })
})
afterAll(async () => {
  await product.close()
  rmSync(root, { recursive: true, force: true })
})

const ask = async (method: string, path: string) => {
  const answer = await fetch(product.address + path, { method })
  const text = await answer.text()
  return [
    answer.status,
    answer.headers.get('allow'),
    text === '' ? undefined : (JSON.parse(text) as { code: string }).code,
  ]
}

describe('an API address called with another method', () => {
  it.each([
    ['PUT', '/api/business/1/award-points', 'POST'],
    ['GET', '/api/business/1/award-points', 'POST'],
    ['GET', '/api/business/1/award-points/?limit=1', 'POST'],
    ['POST', '/api/business/1/figures/book.csv', 'GET, HEAD'],
    ['PATCH', '/api/business/kofe-tun/perks', 'GET, HEAD, POST'],
    ['POST', '/api/business/1/perks/1', 'DELETE, PUT'],
    ['POST', '/api/live', 'GET'],
  ])('%s %s names the allowed methods', async (method, path, allow) => {
    expect(await ask(method, path)).toEqual([405, allow, 'method_not_allowed'])
    expect(await ask('OPTIONS', path)).toEqual([204, allow, undefined])
  })

  it('stays 404 for unknown addresses', async () => {
    for (const path of ['/api/nothing', '/api/business/1/award-points/more', '/api/business/1/figures/bookXcsv']) {
      for (const method of ['GET', 'POST', 'OPTIONS'])
        expect([method, path, await ask(method, path)]).toEqual([method, path, [404, null, 'not_found']])
    }
    expect((await fetch(`${product.address}/about`, { method: 'POST' })).status).toBe(404)
  })
})
