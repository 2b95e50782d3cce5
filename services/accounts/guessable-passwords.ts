/**
 * Passwords that whoever guesses tries first, though they hold every kind of sign that R157 asks for: 'Password1!', 'Qwerty-2026', the person's own
 * name with a year (performance.md 5.8; ASVS 5.0, 6.2.4 and 6.2.11). Asked on the server alone: the list is larger than a page may be.
 */

/** How many of the most common passwords are not taken with a few signs around them either. ASVS asks for as many. */
const MOST_COMMON = 3_000
/** With more digits and signs than these around a common word there is enough to guess. */
const AROUND_MAX = 6
const OUR_NAMES = ['hatik', 'հատիկ']
/** What is written for a letter that looks like it. */
const LOOKS_LIKE: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

type Lists = { known: ReadonlySet<string>; mostCommon: ReadonlySet<string> }
let lists: Promise<Lists> | undefined

async function load(): Promise<Lists> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const passwords = [...dictionary['passwords-common']].map(String)
  return { known: new Set(passwords), mostCommon: new Set(passwords.slice(0, MOST_COMMON)) }
}

/** `person`: their names and address, whose parts are guessed first. */
export async function isGuessable(password: string, person: readonly string[]): Promise<boolean> {
  const { known, mostCommon } = await (lists ??= load())
  const whole = password.normalize('NFKC').toLowerCase()
  if (known.has(whole) || known.has(asLetters(whole))) return true
  const own = new Set([...OUR_NAMES, ...person.flatMap(partsOf)])
  const word = withoutAround(whole)
  // A sign at its beginning may be a letter while the digits behind it are none: '$unshine1!'.
  const words = [word, ...[word, whole, withoutEnd(whole)].map((each) => withoutAround(asLetters(each)))]
  return words.some((each) => whole.length - each.length <= AROUND_MAX && (mostCommon.has(each) || own.has(each)))
}

const asLetters = (text: string): string => text.replaceAll(/./gsu, (sign) => LOOKS_LIKE[sign] ?? sign)
const withoutAround = (text: string): string => text.replaceAll(/^\P{L}+|\P{L}+$/gu, '')
const withoutEnd = (text: string): string => text.replace(/\P{L}+$/u, '')
/** Of 'nare.p@hatik.test': 'nare.p', 'nare'. */
const partsOf = (text: string): string[] => {
  const [whole = ''] = text.normalize('NFKC').toLowerCase().split('@')
  return [whole, ...whole.split(/\P{L}+/u)].filter((part) => part.length >= 3)
}
