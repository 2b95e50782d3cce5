import { expect, it } from 'vitest'
import { signInAndBack, wayBack } from './way-back.ts'

const ORIGIN = 'https://hatik.test'
const backFrom = (address: string) => wayBack(new URL(address, ORIGIN).searchParams, ORIGIN)

it('returns from the sign-in to the address that was opened, with its query', () => {
  for (const address of [
    '/time-travel/7?position=12&buyer=3',
    '/time-travel/7?at=2026-11-01T10%3A00%3A00.000Z',
    '/admin/dashboard/users#top',
  ]) {
    expect(backFrom(signInAndBack(address))).toBe(address)
  }
})

it('never leaves the app, however the address is written', () => {
  const elsewhere = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    ' //evil.example',
    '/%0a//evil.example/..//x',
    'evil.example',
    '',
    '//',
    '/\\',
    'http:evil.example',
  ]
  for (const address of elsewhere) {
    const back = backFrom(signInAndBack(address))
    if (back !== undefined)
      expect([address, new URL(back, ORIGIN).origin, back.startsWith('//')]).toEqual([address, ORIGIN, false])
  }
  for (const address of elsewhere.slice(0, 10))
    expect([address, backFrom(signInAndBack(address))]).toEqual([address, undefined])
  expect(backFrom('/hatik')).toBeUndefined()
})
