/** An address of our own: a path that no browser takes for another host. */
const OWN_PATH = /^\/(?![/\\])[\w\-./?=&%]*$/

/** The sign-in page that leads on to an address after it. */
export const signInFor = (address: string): string => `/auth?to=${encodeURIComponent(address)}`

/** Where the sign-in page leads on to; undefined where it names no address of our own. */
export function addressAfterSignIn(parameters: URLSearchParams): string | undefined {
  const to = parameters.get('to')
  return to !== null && OWN_PATH.test(to) ? to : undefined
}
