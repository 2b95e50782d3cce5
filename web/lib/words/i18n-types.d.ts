import 'i18next'
import type { Words } from './words.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    // The other namespaces are its fallbacks, so that every word is found without naming one.
    defaultNS: 'first'
    resources: { first: Words }
  }
}
