import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { proxiesIn, proxyFault, trustedBy } from './proxies.ts'

/** Fastify reads the list, so what it rejects must be refused earlier. */
const startsOn = (text: string): boolean => {
  try {
    Fastify({ trustProxy: proxiesIn(text) })
    return true
  } catch {
    return false
  }
}

it.each([
  '',
  'loopback',
  'loopback, linklocal,uniquelocal',
  '192.0.2.7',
  '10.0.0.0/8, ::1',
  'fd00::/8',
  '::ffff:10.0.0.1',
  '10.1.2.3/32',
])('%s is a list of proxies', (text) => {
  expect([proxyFault(text), startsOn(text)]).toEqual([undefined, true])
})

it.each([
  'nginx',
  'true',
  '10.0.0.0/33',
  '10.0.0.0/0',
  '10.0.0.0/',
  '10.0.0',
  'loopback, proxy.example.am',
  '::1/129',
  'toString',
])('%s is not a list of proxies', (text) => {
  expect(proxyFault(text)).toContain(' is not an address (192.0.2.7), a network')
})

it('matches an address in any notation', () => {
  const trusts = trustedBy(['loopback', '192.0.2.0/24', 'fd00::7'])
  expect(
    ['127.0.0.1', '::1', '::ffff:127.0.0.1', '192.0.2.9', '::ffff:192.0.2.9', 'fd00::7'].filter(
      (address) => !trusts(address),
    ),
  ).toEqual([])
  expect(['10.0.0.1', '192.0.3.1', 'fd00::8', '', undefined, 'nginx'].filter((address) => trusts(address))).toEqual([])
})
