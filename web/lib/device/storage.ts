/** Private windows of some browsers refuse; what was to be kept then lasts until the page closes. */
export function unlessForbidden<Value>(reach: () => Value): Value | undefined {
  try {
    return reach()
  } catch {
    return undefined
  }
}

/** Local storage that may be forbidden or full: reading gives null then, writing is forgotten. */
export const storage = {
  get: (name: string): string | null => unlessForbidden(() => localStorage.getItem(name)) ?? null,
  set: (name: string, value: string): void => unlessForbidden(() => localStorage.setItem(name, value)),
  remove: (name: string): void => unlessForbidden(() => localStorage.removeItem(name)),
}

/** Somebody has signed out here without a connection: the session is still to be ended (lib/calls/sign-out.ts). */
export const LEAVING_NAME = 'hatik.leaving'
