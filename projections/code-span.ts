export type CodeSpan = { from: string; to: string }

/** First and last buyer code with this prefix; undefined if none can exist. */
export function codeSpan(prefix: string): CodeSpan | undefined {
  const to = prefix + 'ZZ9999'.slice(prefix.length)
  return /^[A-Z]{2}[0-9]{4}$/.test(to) ? { from: prefix + 'AA0000'.slice(prefix.length), to } : undefined
}
