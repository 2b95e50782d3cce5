import { isIP } from 'node:net'
import { trustedBy } from './proxies.ts'

const isOwnAddress = trustedBy(['loopback'])

/** Whether what goes to this host, a name or an address without brackets, never leaves the machine. */
export function isLoopback(host: string): boolean {
  return isIP(host) === 0 ? /^(.+\.)?localhost$/i.test(host) : isOwnAddress(host)
}

/** The host that an address names, as a connection takes it: IPv6 without the brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}
