import { describe, expect, it } from 'vitest'
import { foldText, searchable, searchMatches } from './search-text.ts'

/** What a business is called, what somebody types, and whether it is found. */
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
  ['Կոֆե Տուն', '', true],
]

describe('one spelling for two alphabets', () => {
  it('the table has at least sixty pairs', () => expect(PAIRS.length).toBeGreaterThanOrEqual(60))

  it.each(PAIRS)('«%s» searched for «%s»: %s', (name, typed, found) => {
    expect([foldText(name), foldText(typed), searchMatches(typed, searchable(name))]).toEqual([expect.anything(), expect.anything(), found])
  })

  it('the website is searched too, as it is typed and without its scheme (R108)', () => {
    const cafe = searchable('Կոֆե Տուն', 'https://www.gyumri-coffee.am/menu')
    expect(searchMatches('gyumri-coffee.am', cafe)).toBe(true)
    expect(searchMatches('https://www.gyumri-coffee.am', cafe)).toBe(true)
    expect(searchMatches('կոֆե gyumri', cafe)).toBe(true)
    expect(searchMatches('https', cafe)).toBe(false)
    expect(searchMatches('instagram', cafe)).toBe(false)
  })

  it('a text without letters of the two alphabets is compared as it is', () => {
    expect(searchMatches('ը', searchable('Ընկեր'))).toBe(true)
    expect(searchMatches('ը', searchable('Կոֆե'))).toBe(false)
    expect(searchMatches('東京', searchable('東京 Sushi'))).toBe(true)
  })
})
