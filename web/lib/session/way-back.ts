const PARAMETER = 'to'

export const signInAndBack = (address: string): string => `/hatik?${PARAMETER}=${encodeURIComponent(address)}`

/**
 * The query's address, or undefined if it leaves the app (no open redirect). Judged as a browser parses it:
 * '//evil.example', '/\evil.example' and '/.//evil.example' are refused.
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
