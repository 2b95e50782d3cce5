/**
 * 'https://xn--hbbjonj.xn--y9a3aq/' becomes 'https://սուրճ.հայ/', for texts, fields and search; browsers follow the
 * stored link. Without imports, for browser and server. Against look-alikes, a label is decoded only if all letters are
 * of one local alphabet; if they could all pass for Latin, its ending must be of that alphabet too.
 */
const ALPHABETS: readonly { letters: RegExp; looksLatin: RegExp; endings: RegExp }[] = [
  { letters: /^[ա-ֆ\d-]+$/, looksLatin: /^[ագզէլհյոսցօք\d-]+$/, endings: /^(am|xn--y9a3aq)$/ },
  {
    letters: /^[а-яё\d-]+$/,
    looksLatin: /^[абвгекмнорстухь\d-]+$/,
    endings: /^xn--(p1ai|80asehdb|80aswg|d1acj3b|p1acf|90ais|e1a4c|80ao21a)$/,
  },
  { letters: /^[a-zß-öø-ÿ\d-]+$/, looksLatin: /^[a-z\d-]+$/, endings: /^$/ },
]

/** Returns `stored` if the result would not convert back. */
export function readableLink(stored: string): string {
  if (!/xn--|%/.test(stored)) return stored
  const [, scheme, host, rest] = /^(https?:\/\/)([^/?#:]+)(.*)$/s.exec(stored) ?? []
  if (scheme === undefined || host === undefined || rest === undefined) return stored
  const labels = host.split('.')
  const readable =
    scheme +
    labels.map((label, index) => readableLabel(label, labels.at(-1) ?? '', index === labels.length - 1)).join('.') +
    rest.replace(/(?:%[89A-F][\dA-F])+/g, readableLetters)
  // Retyped, it must lead to the same page.
  return URL.canParse(readable) && new URL(readable).href === stored ? readable : stored
}

function readableLabel(label: string, ending: string, isEnding: boolean): string {
  const decoded = label.startsWith('xn--') ? fromPunycode(label.slice(4)) : undefined
  if (decoded === undefined) return label
  const alphabet = ALPHABETS.find(({ letters }) => letters.test(decoded))
  // Endings cannot be registered to impersonate.
  return alphabet && (isEnding || alphabet.endings.test(ending) || !alphabet.looksLatin.test(decoded)) ? decoded : label
}

/** Letters only: nothing that passes for a part of the address or reverses direction. */
function readableLetters(escaped: string): string {
  try {
    const letters = decodeURIComponent(escaped)
    return /^[\p{Script=Armenian}\p{Script=Cyrillic}\p{Script=Latin}]+$/u.test(letters) ? letters : escaped
  } catch {
    return escaped
  }
}

/** RFC 3492, 6.2; undefined if invalid. */
function fromPunycode(encoded: string): string | undefined {
  const split = encoded.lastIndexOf('-')
  const signs = Array.from(split > 0 ? encoded.slice(0, split) : '', (sign) => sign.codePointAt(0) ?? 0)
  let [code, at, bias, isFirst] = [128, 0, 72, true]
  let next = split > 0 ? split + 1 : 0
  while (next < encoded.length) {
    const before = at
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = '0123456789'.includes(encoded[next] ?? '-')
        ? Number(encoded[next]) + 26
        : (encoded.charCodeAt(next) || 0) - 97
      next += 1
      if (digit < 0 || digit > 35) return undefined
      at += digit * weight
      const least = Math.min(Math.max(k - bias, 1), 26)
      if (digit < least) break
      weight *= 36 - least
    }
    bias = adapt(at - before, signs.length + 1, isFirst)
    isFirst = false
    code += Math.floor(at / (signs.length + 1))
    at %= signs.length + 1
    if (code > 0x10ffff) return undefined
    signs.splice(at, 0, code)
    at += 1
  }
  return String.fromCodePoint(...signs)
}

function adapt(moved: number, length: number, isFirst: boolean): number {
  let delta = Math.floor(moved / (isFirst ? 700 : 2))
  delta += Math.floor(delta / length)
  let k = 0
  for (; delta > 455; k += 36) delta = Math.floor(delta / 35)
  return k + Math.floor((36 * delta) / (delta + 38))
}
