import { isIP } from 'node:net'
import { trustedBy } from './proxies.ts'

const isOwnAddress = trustedBy(['loopback'])

/** `host`: a name, or an address without brackets. */
export function isLoopback(host: string): boolean {
  return isIP(host) === 0 ? /^(.+\.)?localhost$/i.test(host) : isOwnAddress(host)
}

/** False if undefined or unparsable. */
export function isPublicHttps(publicUrl: string | undefined): boolean {
  if (!publicUrl || !URL.canParse(publicUrl)) return false
  const url = new URL(publicUrl)
  return url.protocol === 'https:' && !isLoopback(hostOf(url))
}

/** IPv6 without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}
