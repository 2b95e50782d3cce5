/**
 * How people reach whoever runs Hatik: settings of the installation (platform/env/env.ts), which the server writes into every page and the
 * app reads there, without a request of its own. No schema library in here: the first script stays light.
 */
export type Support = {
  email: string
  phone: string
  address: { am: string; en: string }
  instagram: string
  telegram: string
}

/** The name of the meta tag; its content is a `Support` in JSON. */
export const SUPPORT_META = 'hatik-support'

/** Nobody's: what a demo shows until an owner sets the real ones. */
export const DEMO_SUPPORT: Support = {
  email: 'support@hatik.test',
  phone: '+374 10 00 00 00',
  address: { am: 'Երևան, Հայաստան', en: 'Yerevan, Armenia' },
  instagram: 'https://instagram.example/hatik',
  telegram: 'https://telegram.example/hatik',
}
