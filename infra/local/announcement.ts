import { relative } from 'node:path'
import { DEMO_PASSWORD } from './demo/people.ts'
import type { Product } from './product.ts'
import type { Settings } from './settings.ts'

const signIns = [
  ['cafe@hatik.test', 'business on Prime, with perks'],
  ['books@hatik.test', 'business on a Starter trial, near its monthly limit'],
  ['ani@hatik.test', 'buyer with points at both of them'],
  ['davit@hatik.test', 'buyer with a history'],
  ['admin@hatik.test', 'administrator (sign in at /hatik)'],
  ['auditor@hatik.test', 'auditor'],
] as const

export function announcement(product: Pick<Product, 'url' | 'embedded' | 'standsStill'>, settings: Settings): string {
  const demo = [
    '',
    `  Sign in with the password ${DEMO_PASSWORD} as:`,
    ...signIns.map(([address, who]) => `    ${address.padEnd(20)} ${who}`),
    '  The café’s counter opens with one click at /dev/counter',
  ]
  const caught =
    settings.smtpUrl === undefined && !settings.production ? ['  Sent mail is caught and shown at /dev/inbox'] : []
  return [
    '',
    '  Hatik is ready:',
    '',
    `    ${product.url}`,
    ...(settings.seedsDemo ? demo : []),
    '',
    ...[...settings.warnings, ...(product.standsStill === undefined ? [] : [product.standsStill])].map(
      (warning) => `  ATTENTION: ${warning}`,
    ),
    ...caught,
    ...(product.embedded.length > 0 ? [`  Embedded: ${product.embedded.join(', ')}`] : []),
    `  Data and logs are in ${shortest(settings.dataDir)}. Press Ctrl-C to stop.`,
    '',
  ].join('\n')
}

/** Relative if below the working folder. */
function shortest(folder: string): string {
  const below = relative(process.cwd(), folder) || '.'
  return below.startsWith('..') ? folder : below
}
