import { expect, it } from 'vitest'
import { isPublicAddress, publicLookup } from './public-address.ts'

it('addresses of the internet are public', () => {
  for (const address of ['8.8.8.8', '142.250.74.10', '223.255.255.1', '2a00:1450:4001::200a', '2606:4700::1111'])
    expect([address, isPublicAddress(address)]).toEqual([address, true])
})

it('own, shared, mapped, translated and reserved addresses are not', () => {
  for (const address of [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.0.2.1',
    '192.168.1.1',
    '198.19.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:a00:1::',
    'push.example',
    '',
  ])
    expect([address, isPublicAddress(address)]).toEqual([address, false])
})

it('a name that leads to this machine is not connected to', async () => {
  const failed = new Promise((resolve) => publicLookup('localhost', { all: true }, (error) => resolve(error?.code)))
  expect(await failed).toBe('EADDRNOTPUBLIC')
})
