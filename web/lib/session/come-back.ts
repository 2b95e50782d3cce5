/** A path that no browser takes for another host. */
const OWN_PATH = /^\/(?![/\\])[\w\-./?=&%]*$/

export const signInFor = (address: string): string => `/auth?to=${encodeURIComponent(address)}`

export function addressAfterSignIn(parameters: URLSearchParams): string | undefined {
  const to = parameters.get('to')
  return to !== null && OWN_PATH.test(to) ? to : undefined
}
