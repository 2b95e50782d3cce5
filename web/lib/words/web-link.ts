import { readableLink } from '#contracts/units/readable-link.ts'

/** Addresses come from businesses: nothing but the web is followed. */
export const isWebLink = (address: string | null): address is string =>
  address !== null && /^https?:\/\//i.test(address)

/** 'https://kofe-tun.am/' reads 'kofe-tun.am'. */
export const shortLink = (address: string): string =>
  readableLink(address)
    .replace(/^https?:\/\/(www\.)?/i, '')
    .replace(/\/$/, '')
