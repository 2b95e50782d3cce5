import { expect, it } from 'vitest'
import type { Language } from '#contracts/calls/account/session.ts'
import { makeCardSheet } from '#platform/documents/card-sheet.ts'
import { textIn } from '../../../infra/testing/read-pdf.ts'
import { cardSheetText } from './card-sheet-text.ts'

const LONG_HOST = 'loyalty.a-host-with-a-very-long-name-of-its-own.hatik.example'
const LONG_NAME = '«Երևանյան հացատուն և հրուշակեղեն Լուսավորիչ փողոցում» ՍՊԸ'

const sheet = async (language: Language, businessName: string): Promise<string> => {
  const cards = [{ code: 'AB1234', secret: 'ABCD-EFGH-JKMN-PQRS' }]
  const text = cardSheetText({ businessName }, { language, origin: `https://${LONG_HOST}`, cards })
  return textIn(await makeCardSheet(text)).replaceAll(/\s+/g, ' ')
}

it.each(['am', 'en'] as const)(
  'a card names the whole site, and a name that is too long ends in … (%s)',
  async (language) => {
    const long = await sheet(language, LONG_NAME)
    expect(long).toContain(LONG_HOST)
    expect(long).toContain('…')
    const short = await sheet(language, 'Կոֆե Տուն')
    expect([short.includes('Կոֆե Տուն'), short.includes('…')]).toEqual([true, false])
  },
)
