/** Where the staff's sign-in leads afterwards: to the address that was opened without a session, as long as it is one of our own app. */
const PARAMETER = 'to'

/** The sign-in that comes back to an address of the app: its path with its query. */
export const signInAndBack = (address: string): string => `/hatik?${PARAMETER}=${encodeURIComponent(address)}`

/**
 * The address that a sign-in's own query names; undefined where there is none, or where it leads anywhere else (no open redirect). What a
 * browser makes of it decides, and not how it is written: '//evil.example', '/\evil.example' and '/.//evil.example' are all refused.
 */
export function wayBack(query: URLSearchParams, origin: string = location.origin): string | undefined {
  const wanted = query.get(PARAMETER)
  if (!wanted?.startsWith('/')) return undefined
  try {
    const url = new URL(wanted, origin)
    const isOurs = url.origin === origin && !url.pathname.startsWith('//')
    return isOurs ? url.pathname + url.search + url.hash : undefined
  } catch {
    return undefined
  }
}
