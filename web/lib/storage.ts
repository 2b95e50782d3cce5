/** Local storage that may be forbidden or full: reading gives null then, writing is forgotten. */
export const storage = {
  get(name: string): string | null {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  },
  set(name: string, value: string): void {
    try {
      localStorage.setItem(name, value)
    } catch {
      // Private windows of some browsers refuse; the choice then lasts until the page closes.
    }
  },
  remove(name: string): void {
    try {
      localStorage.removeItem(name)
    } catch {
      // As above.
    }
  },
}
