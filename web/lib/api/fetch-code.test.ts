import { afterEach, expect, it, vi } from 'vitest'
import { fetchCode } from './fetch-code.ts'
import { fetchThenImport } from './fetch-files.ts'

afterEach(() => vi.unstubAllGlobals())

const failure = (file: string) =>
  fetchCode(() => fetchThenImport(async () => undefined, [file])).catch((error: unknown) => error)

it('a file that the server fails to deliver is not reported as a missing connection', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 500 }))
  expect(await failure('assets/one.js')).toMatchObject({ status: 500, code: 'internal' })
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await failure('assets/two.js')).toMatchObject({ status: 0, code: 'network' })
})
