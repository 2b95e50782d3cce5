import { isIP } from 'node:net'
import { trustedBy } from './proxies.ts'

const isOwnAddress = trustedBy(['loopback'])

/** Whether traffic to this host (a name, or an address without brackets) stays on this machine. */
export function isLoopback(host: string): boolean {
  return isIP(host) === 0 ? /^(.+\.)?localhost$/i.test(host) : isOwnAddress(host)
}

/** Whether PUBLIC_URL is an https address that others can reach. False if undefined or unparsable. */
export function isPublicHttps(publicUrl: string | undefined): boolean {
  if (!publicUrl || !URL.canParse(publicUrl)) return false
  const url = new URL(publicUrl)
  return url.protocol === 'https:' && !isLoopback(hostOf(url))
}

/** The URL's host in the form a connection takes: IPv6 without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}
