/**
 * The operator's contacts (platform/env/env.ts), written into every page. Imports no schema library, for a small first
 * script.
 */
export type Support = {
  email: string
  phone: string
  address: { am: string; en: string }
  instagram: string
  telegram: string
}

/** Meta tag with a `Support` as JSON. */
export const SUPPORT_META = 'hatik-support'

/** Placeholders. */
export const DEMO_SUPPORT: Support = {
  email: 'support@hatik.test',
  phone: '+374 10 00 00 00',
  address: { am: 'Երևան, Հայաստան', en: 'Yerevan, Armenia' },
  instagram: 'https://instagram.example/hatik',
  telegram: 'https://telegram.example/hatik',
}
