import { formatPoints, toTenths } from '#web/lib/words/format.ts'

/** +12.5, −3. `language`: the page's. */
export function signed(points: string, language: string): string {
  const amount = formatPoints(toTenths(points.replace(/^[-+]/, '')), language === 'en' ? 'en' : 'am')
  return `${points.startsWith('-') ? '−' : '+'}${amount}`
}
