/**
 * Canonical JSON: no spaces, object keys in order of their UTF-16 units, undefined values left out. Equal values give
 * equal text.
 */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  )
}
