import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INVALID_LINK, LINK_MAX, linkFields, linkSchema } from './links.ts'

/** Typed addresses, and other pasted text. */
const typed = fc.oneof(
  fc.webUrl({ withFragments: true, withQueryParameters: true, size: 'large' }),
  fc
    .tuple(
      fc.constantFrom('', 'https://', 'HTTP:', 'http:\\'),
      fc.domain(),
      fc.constantFrom('', ':443', ':8080'),
      fc.string({ unit: 'binary', size: 'large' }),
    )
    .map(([scheme, host, port, rest]) => `${scheme}${host}${port}/${rest}`),
  fc
    .tuple(fc.string({ unit: 'grapheme' }), fc.constantFrom('.', '。', ':80/', '.am', '.am?', '.am/#'))
    .map(([start, end]) => `${start}${end}`),
  fc.string({ unit: 'binary' }),
)

describe('a link', () => {
  it('once accepted is accepted again in its stored form, unchanged', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const first = linkSchema.safeParse(text)
        if (!first.success) return
        expect(linkSchema.parse(first.data)).toBe(first.data)
      }),
      { numRuns: 2_000, examples: [[`kofe.am/${'ա'.repeat(480)}`]] },
    )
  })

  it('of a social network may be an account name', () => {
    expect(linkFields.instagramUrl.parse('@kofetun')).toBe('https://instagram.com/kofetun')
    expect(linkFields.instagramUrl.parse(' @kofe.tun_1 ')).toBe('https://instagram.com/kofe.tun_1')
    expect(linkFields.instagramUrl.parse('instagram.com/kofetun')).toBe('https://instagram.com/kofetun')
    expect(linkFields.tiktokUrl.parse('@kofetun')).toBe('https://tiktok.com/@kofetun')
    expect(linkFields.youtubeUrl.parse('@kofetun')).toBe('https://youtube.com/@kofetun')
    expect(linkFields.twitterUrl.parse('@kofetun')).toBe('https://x.com/kofetun')
    for (const typed of ['@', '@kofe tun', 'kofetun', '@kofetun@x'])
      expect(linkFields.instagramUrl.safeParse(typed).success, typed).toBe(false)
    expect(linkSchema.safeParse('@kofetun').success).toBe(false)
  })

  it.each(Object.entries(linkFields))('%s has a maximum length, reported at the field', (_, schema) => {
    for (const typed of [`https://kofe.am/${'a'.repeat(LINK_MAX)}`, 'x'.repeat(LINK_MAX + 1)])
      expect(schema.safeParse(typed).error?.issues).toMatchObject([{ message: INVALID_LINK }])
  })

  it('in Armenian is six times as long in its stored form, to which the limit applies', () => {
    const stored = linkSchema.parse(`https://kofe.am/${'ա'.repeat(480)}`)
    expect(stored).toBe(`https://kofe.am/${'%D5%A1'.repeat(480)}`)
    const longest = `https://kofe.am/${'a'.repeat(LINK_MAX - 16)}`
    expect(linkSchema.parse(longest)).toBe(longest)
    expect(linkSchema.safeParse(`${longest}a`).error?.issues).toMatchObject([{ message: INVALID_LINK }])
  })
})
