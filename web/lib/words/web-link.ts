import { readableLink } from '#contracts/units/readable-link.ts'

/** Businesses enter these addresses, so only http and https count. */
export const isWebLink = (address: string | null): address is string =>
  address !== null && /^https?:\/\//i.test(address)

/** 'https://kofe-tun.am/' gives 'kofe-tun.am'. */
export const shortLink = (address: string): string =>
  readableLink(address)
    .replace(/^https?:\/\/(www\.)?/i, '')
    .replace(/\/$/, '')
