import { expect, it } from 'vitest'
import { hostOf, isLoopback } from './loopback.ts'

it.each(['localhost', 'LOCALHOST', 'mail.localhost', '127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])(
  '%s is this machine',
  (host) => expect(isLoopback(host)).toBe(true),
)

it.each(['mail.example.am', 'localhost.example.am', '10.0.0.1', '0.0.0.0', '::', '127.0.0.1.example.am'])(
  '%s is not recognised as this machine',
  (host) => expect(isLoopback(host)).toBe(false),
)

it('strips the brackets of an IPv6 host', () => {
  expect(hostOf(new URL('smtp://[::1]:25'))).toBe('::1')
  expect(hostOf(new URL('smtp://mail.example.am'))).toBe('mail.example.am')
})
