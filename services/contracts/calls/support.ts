/**
 * The operator's contacts: settings of the installation (platform/env/env.ts) that the server writes into every page,
 * so that the app needs no request for them. Imports no schema library, which keeps the first script small.
 */
export type Support = {
  email: string
  phone: string
  address: { am: string; en: string }
  instagram: string
  telegram: string
}

/** Name of the meta tag that holds a `Support` as JSON. */
export const SUPPORT_META = 'hatik-support'

/** Placeholders, shown until an owner sets real contacts. */
export const DEMO_SUPPORT: Support = {
  email: 'support@hatik.test',
  phone: '+374 10 00 00 00',
  address: { am: 'Երևան, Հայաստան', en: 'Yerevan, Armenia' },
  instagram: 'https://instagram.example/hatik',
  telegram: 'https://telegram.example/hatik',
}
