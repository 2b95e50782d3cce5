import type { Person } from './person.ts'

export type OrderedCard = { code: string; secret: string }

/** Cards without a phone, of a business, with what the printer's table says of them. */
export async function orderCards(
  { address }: { address: string },
  business: Person,
  cards: number,
): Promise<{ batchId: string; head: string; cards: OrderedCard[] }> {
  const path = `/api/business/${business.id}/cards`
  const { status, body } = await business.write<{ batchId: string }>('POST', path, { cards })
  if (status !== 201) throw new Error(`The order of cards was answered with ${status}`)
  const table = await fetch(`${address}${path}/${body.batchId}/cards.csv`, {
    headers: { cookie: business.cookie },
  })
  const [head = '', ...lines] = (await table.text()).trim().split('\r\n')
  return {
    batchId: body.batchId,
    head,
    cards: lines.map((line) => {
      const [code = '', , secret = ''] = line.split(',')
      return { code, secret }
    }),
  }
}
