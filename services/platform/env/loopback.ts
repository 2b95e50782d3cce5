import { isIP } from 'node:net'
import { trustedBy } from './proxies.ts'

const isOwnAddress = trustedBy(['loopback'])

/** Whether what goes to this host, a name or an address without brackets, never leaves the machine. */
export function isLoopback(host: string): boolean {
  return isIP(host) === 0 ? /^(.+\.)?localhost$/i.test(host) : isOwnAddress(host)
}

/** Whether PUBLIC_URL is an https address that others reach. Undefined and unparsable addresses are not. */
export function isPublicHttps(publicUrl: string | undefined): boolean {
  if (!publicUrl || !URL.canParse(publicUrl)) return false
  const url = new URL(publicUrl)
  return url.protocol === 'https:' && !isLoopback(hostOf(url))
}

/** The host that an address names, as a connection takes it: IPv6 without the brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}
