import { createECDH } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openVapidKey } from './vapid-key.ts'

const folder = mkdtempSync(join(tmpdir(), 'hatik-push-key-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('the key is made at the first start, kept for its owner only, and is the same at every later one', () => {
  const file = join(folder, 'push-key')
  const made = openVapidKey({ key: undefined, file })
  expect(openVapidKey({ key: undefined, file })).toEqual(made)
  expect(readFileSync(file, 'utf8').trim()).toBe(made.privateKey)
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(Buffer.from(made.publicKey, 'base64url')).toHaveLength(65)
})

it('a given key is used instead of a file', () => {
  const pair = createECDH('prime256v1')
  const key = 'A'.repeat(42) + 'E'
  pair.setPrivateKey(key, 'base64url')
  const file = join(folder, 'none')
  expect(openVapidKey({ key, file })).toEqual({ publicKey: pair.getPublicKey('base64url'), privateKey: key })
  expect(() => statSync(file)).toThrow('ENOENT')
})

it('what is no key stops the start without being repeated', () => {
  const file = join(folder, 'wrong')
  writeFileSync(file, 'my-secret')
  for (const given of [
    { key: undefined, file },
    { key: 'A'.repeat(43), file },
  ])
    expect(() => openVapidKey(given)).toThrow(/^PUSH_KEY(_FILE: .*)? must contain a P-256 key of 32 bytes$/)
})
