import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { newFileKey, openFileStorage } from './file-storage.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'hatik-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the file storage', () => {
  const files = openFileStorage(pathToFileURL(folder).href)

  it('keeps, gives, lists and deletes by key, and leaves no half files', async () => {
    const key = newFileKey('logos', Buffer.from('one'), 'webp')
    await files.put(key, Buffer.from('one'))
    await files.put(key, Buffer.from('two'))
    expect((await files.get(key))?.toString()).toBe('two')
    expect((await files.list('logos')).map((file) => file.key)).toEqual([key])
    expect(readdirSync(path.join(folder, 'logos'))).toEqual([path.basename(key)])
    await files.delete(key)
    await files.delete(key)
    expect(await files.get(key)).toBeUndefined()
    expect(await files.list('documents')).toEqual([])
  })

  it('takes no key that would lead out of its folder', async () => {
    for (const key of ['../secret', 'a/../../b', '/etc/passwd', 'a//b', '.hidden', 'a/.b', 'A', 'a\0b', '']) {
      await expect(files.get(key), key).rejects.toThrow('Not a key')
      await expect(files.put(key, Buffer.from('x')), key).rejects.toThrow('Not a key')
    }
  })

  it('refuses an address that it does not know', () => {
    expect(() => openFileStorage('s3://bucket')).toThrow('FILES_URL')
  })
})
