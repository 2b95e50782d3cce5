/**
 * Canonical JSON: no spaces, the keys of every object in the order of their UTF-16 units, absent values left out. Equal values give equal text,
 * however they came: one text for one event.
 */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  )
}
