/**
 * A stored link as its owner wrote it: 'https://xn--hbbjonj.xn--y9a3aq/' reads 'https://սուրճ.հայ/'. For texts, fields and the search; what
 * is followed stays as stored. Pure and without any import: the directory in the browser and the server use the same function.
 *
 * A name that only looks like another one is not made readable: a label is shown in its letters where they are of one alphabet of this country,
 * and where they could all be taken for Latin ones, only under an ending of that alphabet.
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

/** The same link; as it is where there is nothing to make readable, or where that could not be taken back. */
export function readableLink(stored: string): string {
  if (!/xn--|%/.test(stored)) return stored
  const [, scheme, host, rest] = /^(https?:\/\/)([^/?#:]+)(.*)$/s.exec(stored) ?? []
  if (scheme === undefined || host === undefined || rest === undefined) return stored
  const labels = host.split('.')
  const readable =
    scheme +
    labels.map((label, index) => readableLabel(label, labels.at(-1) ?? '', index === labels.length - 1)).join('.') +
    rest.replace(/(?:%[89A-F][\dA-F])+/g, readableLetters)
  // Whoever saves the field again, or types the text, must come to the same page.
  return URL.canParse(readable) && new URL(readable).href === stored ? readable : stored
}

function readableLabel(label: string, ending: string, isEnding: boolean): string {
  const decoded = label.startsWith('xn--') ? fromPunycode(label.slice(4)) : undefined
  if (decoded === undefined) return label
  const alphabet = ALPHABETS.find(({ letters }) => letters.test(decoded))
  // An ending belongs to nobody who could pass for another.
  return alphabet && (isEnding || alphabet.endings.test(ending) || !alphabet.looksLatin.test(decoded)) ? decoded : label
}

/** Of a path, letters alone: no sign that could be taken for a part of the address, or that turns the direction of the text. */
function readableLetters(escaped: string): string {
  try {
    const letters = decodeURIComponent(escaped)
    return /^[\p{Script=Armenian}\p{Script=Cyrillic}\p{Script=Latin}]+$/u.test(letters) ? letters : escaped
  } catch {
    return escaped
  }
}

/** RFC 3492, 6.2; undefined where it is none. */
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
