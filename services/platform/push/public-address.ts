/**
 * Only addresses of the public internet: an endpoint is what a browser says, so it must not lead into the operator's
 * own network. The connection uses the very addresses that were checked.
 */
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** IANA's special-purpose registries, without what is globally reachable. */
const CLOSED_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
/** Within 2000::/3, outside of which nothing is public. These carry or map other addresses, or are for documents. */
const CLOSED_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const closed = new BlockList()
for (const [network, bits] of CLOSED_V4) closed.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of CLOSED_V6) closed.addSubnet(network, bits, 'ipv6')
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** False for what is no address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed.check(address, 'ipv4')
  return family === 6 && global.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** For `http.request`: resolves a name to its public addresses only, and fails if it has none. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { all: true }).then(
    (found) => {
      const open = found.filter(({ address }) => isPublicAddress(address))
      const [first] = open
      if (!first) callback(Object.assign(new Error('No public address'), { code: 'EADDRNOTPUBLIC' }), '', 4)
      else if (options.all) callback(null, open)
      else callback(null, first.address, first.family)
    },
    (error: NodeJS.ErrnoException) => callback(error, '', 4),
  )
}
