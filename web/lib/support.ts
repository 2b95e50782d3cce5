/** How people reach whoever runs Hatik. The owner sets these; nothing of the app needs them to answer. */
export const SUPPORT_EMAIL = 'support@hatik.am'
export const SUPPORT_PHONE = '+374 10 00 00 00'
export const INSTAGRAM_ADDRESS = 'https://www.instagram.com/hatik.am/'
export const TELEGRAM_ADDRESS = 'https://t.me/hatik_am'

/** What a phone dials: '+374 10 00 00 00' gives 'tel:+37410000000'. */
export const telLink = (phone: string): string => `tel:${phone.replaceAll(/[^+\d]/g, '')}`
