import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { OBJECT_STORE_CREDENTIALS, startObjectStore } from '../../../infra/testing/servers/object-store.ts'
import { newFileKey, openFileStorage } from './file-storage.ts'
import { openObjectStorage } from './object-storage.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'hatik-files-'))
let objects: Awaited<ReturnType<typeof startObjectStore>>
beforeAll(async () => {
  objects = await startObjectStore()
  for (const [name, value] of Object.entries(OBJECT_STORE_CREDENTIALS)) vi.stubEnv(name, value)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
  await objects.close()
})

describe.each([
  ['in a folder', () => pathToFileURL(folder).href],
  ['in a bucket', () => objects.filesUrl('of/this/test')],
  ['in a bucket of its own', () => objects.filesUrl('')],
])('the file storage %s', (_where, url) => {
  it('file storage stores, returns, replaces, lists and deletes by key, byte for byte', async () => {
    const files = openFileStorage(url())
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 256))
    const started = Date.now()
    const key = newFileKey('logos/7', bytes, 'webp')
    expect(await files.get(key)).toBeUndefined()
    await files.put(key, Buffer.from('one'))
    await files.put(key, bytes)
    expect((await files.get(key))?.equals(bytes)).toBe(true)
    await files.put('logos/8/other.jpg', Buffer.from('of somebody else'))
    const [listed, ...others] = await files.list('logos/7')
    expect([listed?.key, others]).toEqual([key, []])
    expect(Math.abs((listed?.writtenAt.getTime() ?? 0) - started)).toBeLessThan(60_000)
    expect(await files.list('logos')).toEqual([])
    await files.delete(key)
    await files.delete(key)
    expect(await files.get(key)).toBeUndefined()
    expect(await files.list('logos/7')).toEqual([])
    expect((await files.get('logos/8/other.jpg'))?.toString()).toBe('of somebody else')
  })

  it('file storage refuses a key that would leave its folder', async () => {
    const files = openFileStorage(url())
    for (const key of ['../secret', 'a/../../b', '/etc/passwd', 'a//b', '.hidden', 'a/.b', 'A', 'a\0b', '']) {
      await expect(files.get(key), key).rejects.toThrow('Invalid file storage key')
      await expect(files.put(key, Buffer.from('x')), key).rejects.toThrow('Invalid file storage key')
      await expect(files.delete(key), key).rejects.toThrow('Invalid file storage key')
      await expect(files.list(key), key).rejects.toThrow('Invalid file storage key')
    }
  })
})

describe('the file storage', () => {
  it('a folder never contains partial files', async () => {
    const files = openFileStorage(pathToFileURL(folder).href)
    await files.put('half/whole.jpg', Buffer.from('two'))
    expect(readdirSync(path.join(folder, 'half'))).toEqual(['whole.jpg'])
  })

  it("a bucket's listing may exceed one response", async () => {
    const files = openFileStorage(objects.filesUrl('many'))
    const keys = Array.from({ length: 8 }, (_, index) => `many/f${index}.jpg`)
    for (const key of keys) await files.put(key, Buffer.from('x'))
    expect((await files.list('many')).map(({ key }) => key)).toEqual(keys)
  })

  it('a bucket that falls silent, at once or within a file, times out', async () => {
    const silent = createServer(({ method, url }, answer) => {
      if (method === 'GET' && !url?.includes('list-type'))
        answer.writeHead(200, { 'content-length': '10' }).write('half')
    })
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const files = openObjectStorage(new URL(`s3://files?endpoint=${endpoint}`), { callMs: 300 })
    try {
      // Both count as an outage.
      const [outOfTime, cutOff] = [{ name: 'AbortError' }, { code: 'ECONNRESET' }]
      await expect(files.put('a/b.jpg', Buffer.from('x'))).rejects.toMatchObject(outOfTime)
      await expect(files.get('a/b.jpg')).rejects.toMatchObject(cutOff)
      await expect(files.delete('a/b.jpg')).rejects.toMatchObject(outOfTime)
      await expect(files.list('a')).rejects.toMatchObject(outOfTime)
    } finally {
      silent.closeAllConnections()
      silent.close()
    }
  })

  it('wrong credentials or a missing bucket throw, instead of reporting a file as absent', async () => {
    await expect(
      openFileStorage(objects.filesUrl('x').replace('hatik-files', 'no-such-bucket')).get('a/b.jpg'),
    ).rejects.toThrow(/bucket/i)
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong')
    try {
      await expect(openFileStorage(objects.filesUrl('x')).put('a/b.jpg', Buffer.from('x'))).rejects.toThrow(
        /signature/i,
      )
    } finally {
      vi.stubEnv('AWS_SECRET_ACCESS_KEY', OBJECT_STORE_CREDENTIALS.AWS_SECRET_ACCESS_KEY)
    }
  })

  it('an unknown kind of address is refused', () => {
    for (const url of ['ftp://host/folder', 's3:///prefix', 's3://bucket/prefix?endpoint=nonsense'])
      expect(() => openFileStorage(url), url).toThrow('FILES_URL')
  })
})

describe('in a folder', () => {
  const HOUR_MS = 60 * 60 * 1000

  it("a folder's listing deletes a killed process's partial file, and keeps one being written (H26)", async () => {
    const documents = path.join(folder, 'id-documents')
    mkdirSync(documents, { recursive: true })
    for (const [name, hours] of [
      ['left', 2],
      ['under-way', 0],
    ] as const) {
      const file = path.join(documents, `${name}.jpg.0123456789ab.partial`)
      writeFileSync(file, 'half')
      const at = new Date(Date.now() - hours * HOUR_MS)
      utimesSync(file, at, at)
    }
    expect(await openFileStorage(pathToFileURL(folder).href).list('id-documents')).toEqual([])
    expect(readdirSync(documents)).toEqual(['under-way.jpg.0123456789ab.partial'])
  })

  it('a file that cannot be renamed leaves nothing behind', async () => {
    // A folder, which a file cannot replace.
    mkdirSync(path.join(folder, 'logos/9/taken.jpg'), { recursive: true })
    await expect(
      openFileStorage(pathToFileURL(folder).href).put('logos/9/taken.jpg', Buffer.from('bytes')),
    ).rejects.toThrow('EISDIR')
    expect(readdirSync(path.join(folder, 'logos/9'))).toEqual(['taken.jpg'])
  })
})
