/**
 * One look per language, for screens checked in both: Armenian, whose words are longer, on a phone in light, and
 * English on a desk in dark. All four combinations would take twice the time.
 */
export const LOOKS = {
  am: { screen: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  en: { screen: 'desk', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
} as const
