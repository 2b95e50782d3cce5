import { BlockList, isIP } from 'node:net'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** Whether what goes to this host, a name or an address without brackets, never leaves the machine. */
export function isLoopback(host: string): boolean {
  const family = isIP(host)
  return family === 0 ? /^(.+\.)?localhost$/i.test(host) : LOOPBACK.check(host, family === 6 ? 'ipv6' : 'ipv4')
}

/** The host that an address names, as a connection takes it: IPv6 without the brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}
