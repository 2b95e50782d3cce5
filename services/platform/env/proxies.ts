import { BlockList, isIP } from 'node:net'

/** Fastify's names. */
const NAMED: ReadonlyMap<string, readonly string[]> = new Map([
  ['loopback', ['127.0.0.1/8', '::1/128']],
  ['linklocal', ['169.254.0.0/16', 'fe80::/10']],
  ['uniquelocal', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']],
])
export const PRIVATE_NETWORKS: readonly string[] = [...NAMED.keys()]

export function proxiesIn(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

/** Undefined if valid. */
export function proxyFault(text: string): string | undefined {
  const wrong = proxiesIn(text).find((each) => !NAMED.has(each) && networkOf(each) === undefined)
  if (wrong === undefined) return undefined
  return `${wrong} is not an address (192.0.2.7), a network (10.0.0.0/8) or one of ${PRIVATE_NETWORKS.join(', ')}`
}

/** Throws for an invalid entry. */
export function trustedBy(proxies: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList()
  for (const each of proxies.flatMap((name) => NAMED.get(name) ?? [name])) {
    const network = networkOf(each)
    if (!network) throw new Error(`TRUSTED_PROXIES: ${each}`)
    list.addSubnet(network.address, network.bits, network.family)
  }
  return (address = '') => {
    const family = isIP(address)
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
}

type Network = { address: string; bits: number; family: 'ipv4' | 'ipv6' }

function networkOf(text: string): Network | undefined {
  const [, address = '', given] = /^([\d.a-f:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const version = isIP(address)
  if (version === 0) return undefined
  const all = version === 6 ? 128 : 32
  const bits = given === undefined ? all : Number(given)
  return bits >= 1 && bits <= all ? { address, bits, family: version === 6 ? 'ipv6' : 'ipv4' } : undefined
}
