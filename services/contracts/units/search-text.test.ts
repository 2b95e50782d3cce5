import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkSchema } from './links.ts'
import { foldText, searchable, searchFor, type Searchable } from './search-text.ts'

const searchMatches = (typed: string, text: Searchable): boolean => searchFor(typed)(text)

/** Name, typed text, and whether it is found. */
const PAIRS: readonly [name: string, typed: string, found: boolean][] = [
  ['Կոֆե Տուն', 'Կոֆե', true],
  ['Կոֆե Տուն', 'kofe', true],
  ['Կոֆե Տուն', 'Kofe', true],
  ['Կոֆե Տուն', 'KOFE TUN', true],
  ['Կոֆե Տուն', 'kofe-tun', true],
  ['Կոֆե Տուն', 'kofetun', true],
  ['Կոֆե Տուն', 'tun kofe', true],
  ['Կոֆե Տուն', 'coffee', true],
  ['Կոֆե Տուն', 'кофе', true],
  ['Կոֆե Տուն', 'քոֆե', true],
  ['Coffee House', 'կոֆե', true],
  ['Հացատուն', 'hac', true],
  ['Հացատուն', 'Hacatun', true],
  ['Հացատուն', 'hakatun', false],
  ['Hac Tun', 'հաց', true],
  ['Ծառ և ցորեն', 'car coren', true],
  ['Coffee House', 'coffe', true],
  ['Կոֆե Տուն', 'tea', false],
  ['Կոֆե Տուն', 'kofe bar', false],
  ['Գրատուն', 'gratun', true],
  ['Գրատուն', 'Գրա', true],
  ['Գրատուն', 'кратун', false],
  ['Սուրճ և գիրք', 'Սուրճ եւ գիրք', true],
  ['Սուրճ եւ գիրք', 'սուրճ և', true],
  ['Սուրճ և գիրք', 'surch ev girk', true],
  ['Սուրճ և գիրք', 'surtch', true],
  ['Արև', 'Արեւ', true],
  ['Արեւ', 'արև', true],
  ['Արև', 'arev', true],
  ['Արև', 'ԱՐԵՒ', true],
  ['Երևան Սիթի', 'yerevan', true],
  ['Երևան Սիթի', 'Erevan', true],
  ['Երևան Սիթի', 'Ереван', true],
  ['Երևան Սիթի', 'Երեւան', true],
  ['Երևան Սիթի', 'city', false],
  ['Yerevan City', 'երևան', true],
  ['Ոսկե ձուկ', 'voske', true],
  ['Ոսկե ձուկ', 'oske dzuk', true],
  ['Ոսկե ձուկ', 'ոսկէ', true],
  ['Խաչիկ Գրիլ', 'khachik', true],
  ['Խաչիկ Գրիլ', 'xachik', true],
  ['Խաչիկ Գրիլ', 'Хачик', true],
  ['Խաչիկ Գրիլ', 'hachik', false],
  ['Ծաղիկ', 'tsaghik', true],
  ['Ծաղիկ', 'tzaghik', true],
  ['Ցորեն', 'tsoren', true],
  ['Շիրակ Դեղատուն', 'shirak', true],
  ['Շիրակ Դեղատուն', 'deghatun', true],
  ['Շիրակ Դեղատուն', 'Ширак', true],
  ['Ժամանց', 'zhamants', true],
  ['Ջերմուկ', 'jermuk', true],
  ['Ջերմուկ', 'Djermuk', true],
  ['Թումանյան', 'tumanyan', true],
  ['Թումանյան', 'Thumanyan', true],
  ['Թումանյան', 'toumanyan', true],
  ['Գյումրի Փիցցա', 'gyumri', true],
  ['Գյումրի Պիցցա', 'pitsa', true],
  ['Գյումրի Պիցցա', 'Pizza', true],
  ['Pizza Roma', 'պիցցա', true],
  ['Ջազ ակումբ', 'jazz', true],
  ['Հայաստան', 'hayastan', true],
  ['Հայաստան', 'Hayasdan', false],
  ['Փարոս', 'paros', true],
  ['Սասունցի Դավիթ', 'David', false],
  ['Սասունցի Դավիթ', 'davit', true],
  ['Քաղցր Տուն', 'kaghtsr', true],
  ['Աննա’ս Քիչըն', 'annas', true],
  ['Wine & Dine', 'վայն', false],
  ['Wine & Dine', 'wine dine', true],
  ['Café Été', 'cafe ete', true],
  ['24/7 Շուկա', '24', true],
  ['24/7 Շուկա', '11', false],
  ['11 Եղբայր', '1 eghbayr', true],
  ['Pizza House', 'Piz', true],
  ['Fresh Market', 'fres', true],
  ['Fresh Market', 'market FRES', true],
  ['Tashir', 'Tas', true],
  ['Khachapuri', 'K', true],
  ['Khachapuri', 'C', true],
  ['Pizza House', 'Pix', false],
  ['Կոֆե Տուն', '', true],
]

/** In three alphabets, mostly sounds spelt with several letters. */
const nameParts = [
  'ch',
  'kh',
  'gh',
  'sh',
  'tz',
  'zz',
  'Pizza',
  'Vo',
  'ու',
  ...Array.from(`aehikostuyzԱաԵեըԽխծՈոււևցЖщъыюй0179 -&'’.,/«»é`),
]
const names = fc
  .array(fc.constantFrom(...nameParts), { minLength: 1, maxLength: 25 })
  .map((parts) => parts.join(''))
  .filter((name) => name.trim() !== '')

describe('one spelling for two alphabets', () => {
  it('the table has at least sixty pairs', () => expect(PAIRS.length).toBeGreaterThanOrEqual(60))

  it.each(PAIRS)('«%s» searched for «%s»: %s', (name, typed, found) => {
    expect([foldText(name), foldText(typed), searchMatches(typed, searchable(name))]).toEqual([
      expect.anything(),
      expect.anything(),
      found,
    ])
  })

  it('finds a business by every beginning of its name (R108)', () => {
    const found = (name: string): void => {
      const business = searchable(name, 'https://www.example.am')
      const letters = Array.from(name)
      for (let typed = 1; typed <= letters.length; typed += 1) {
        const beginning = letters.slice(0, typed).join('')
        expect(searchMatches(beginning, business), `«${beginning}» of «${name}»`).toBe(true)
      }
    }
    for (const [name] of PAIRS) found(name)
    fc.assert(fc.property(names, found), { numRuns: 500 })
  })

  it('finds a website as typed, with or without its scheme (R108)', () => {
    const cafe = searchable('Կոֆե Տուն', 'https://www.gyumri-coffee.am/menu')
    expect(searchMatches('gyumri-coffee.am', cafe)).toBe(true)
    expect(searchMatches('https://www.gyumri-coffee.am', cafe)).toBe(true)
    expect(searchMatches('կոֆե gyumri', cafe)).toBe(true)
    for (const scheme of ['h', 'http', 'https', 'https:', 'https:/'])
      expect(searchMatches(scheme, searchable('Կոֆե Տուն', 'https://www.am')), scheme).toBe(false)
    expect(searchMatches('https', cafe)).toBe(false)
    expect(searchMatches('instagram', cafe)).toBe(false)
  })

  it('finds an Armenian website as written, and by its sounds (R108)', () => {
    const cafe = searchable('Coffee House', linkSchema.parse('www.սուրճ.հայ/մենյու'))
    for (const typed of ['սուրճ.հայ', 'https://www.սուրճ.հայ', 'սուրճ.հայ/մեն', 'Սուրճ.', 'surch.hay', 'xn--y9a3aq'])
      expect(searchMatches(typed, cafe), typed).toBe(true)
    expect(searchMatches('գիրք.հայ', cafe)).toBe(false)
  })

  it('compares a text without letters of the two alphabets as it is', () => {
    expect(searchMatches('ը', searchable('Ընկեր'))).toBe(true)
    expect(searchMatches('ը', searchable('Կոֆե'))).toBe(false)
    expect(searchMatches('東京', searchable('東京 Sushi'))).toBe(true)
  })
})
