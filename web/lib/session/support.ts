import { DEMO_SUPPORT, SUPPORT_META, type Support } from '#contracts/calls/support.ts'

/** The operator's contacts, which the server wrote into the page. */
export const SUPPORT: Support = written() ?? DEMO_SUPPORT

function written(): Support | undefined {
  const content = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name=${SUPPORT_META}]`)?.content
  return content === undefined ? undefined : (JSON.parse(content) as Support)
}

/** '+374 10 00 00 00' gives 'tel:+37410000000'. */
export const telLink = (phone: string): string => `tel:${phone.replaceAll(/[^+\d]/g, '')}`
