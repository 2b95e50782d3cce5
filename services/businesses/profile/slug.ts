/** Page addresses (H27): Latin, unique, unaffected by renaming, never a reserved word. */
import { randomBytes } from 'node:crypto'

/** The usual Latin spelling on Armenian signs. */
const ARMENIAN: Record<string, string> = {
  ա: 'a',
  բ: 'b',
  գ: 'g',
  դ: 'd',
  ե: 'e',
  զ: 'z',
  է: 'e',
  ը: 'y',
  թ: 't',
  ժ: 'zh',
  ի: 'i',
  լ: 'l',
  խ: 'kh',
  ծ: 'ts',
  կ: 'k',
  հ: 'h',
  ձ: 'dz',
  ղ: 'gh',
  ճ: 'ch',
  մ: 'm',
  յ: 'y',
  ն: 'n',
  շ: 'sh',
  ո: 'o',
  չ: 'ch',
  պ: 'p',
  ջ: 'j',
  ռ: 'r',
  ս: 's',
  վ: 'v',
  տ: 't',
  ր: 'r',
  ց: 'ts',
  ւ: 'v',
  փ: 'p',
  ք: 'k',
  օ: 'o',
  ֆ: 'f',
  և: 'ev',
}
const CYRILLIC: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
}

/** Present or future paths of the site. */
const RESERVED = new Set([
  'about',
  'account',
  'admin',
  'api',
  'assets',
  'auth',
  'billing',
  'business',
  'businesses',
  'business-directory',
  'business-registration',
  'buyer',
  'buyers',
  'contact',
  'cookies',
  'dashboard',
  'dev',
  'directory',
  'edit',
  'edit-business',
  'edit-profile',
  'files',
  'forgot-password',
  'hatik',
  'health',
  'help',
  'home',
  'invoices',
  'join',
  'legal',
  'login',
  'logout',
  'new',
  'perks',
  'pricing',
  'privacy',
  'reset-password',
  'reviews',
  'root',
  'search',
  'settings',
  'sign-in',
  'sign-up',
  'slug',
  'static',
  'support',
  'terms',
  'undefined',
  'null',
  'verify',
  'verify-email',
  'www',
])
const MAX_LENGTH = 60

/** «Կոֆե Տուն» is 'kofe-tun'. Never empty, all digits (C6) or reserved. */
export function slugOf(name: string): string {
  const latin = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ու', 'u')
    .replaceAll('եւ', 'ev')
    // Word-initial ե sounds "ye" and ո "vo", except in ով.
    .replace(/(?<!\p{L})ե/gu, 'ye')
    .replace(/(?<!\p{L})և/gu, 'yev')
    .replace(/(?<!\p{L})ո(?!վ)/gu, 'vo')
    .replace(/[\u0561-\u0587]/g, (letter) => ARMENIAN[letter] ?? '')
    .replace(/[\u0430-\u0451]/g, (letter) => CYRILLIC[letter] ?? '')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’`՚]/g, '')
    .replaceAll('&', ' and ')
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_LENGTH)
    .replace(/-+$/, '')
  if (latin === '' || /^\d+$/.test(latin) || RESERVED.has(latin)) return latin === '' ? 'business-page' : `${latin}-am`
  return latin
}

/** kofe-tun, kofe-tun-2, kofe-tun-3. */
export function slugChoice(name: string, choice: number): string {
  return choice === 1 ? slugOf(name) : `${slugOf(name)}-${choice}`
}

/** With a random suffix: kofe-tun-3f9a0c51d2. */
export function slugDrawn(name: string): string {
  return `${slugOf(name)}-${randomBytes(5).toString('hex')}`
}
