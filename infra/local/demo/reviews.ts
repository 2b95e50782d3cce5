import { addReview } from '#businesses/reviews/reviews.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import type { PEOPLE } from './people.ts'

/** `buyer`: a demo name or a crowd code. */
type DemoReview = {
  business: keyof typeof PEOPLE
  buyer: string
  rating: number
  comment: string | null
  daysAgo: number
}

const REVIEWS: readonly DemoReview[] = [
  {
    business: 'cafe',
    buyer: 'KH0004',
    rating: 5,
    comment: 'Քաղաքի լավագույն սուրճը։ Աշխատակիցները միշտ բարեհամբույր են, իսկ գաթան դեռ տաք է լինում։',
    daysAgo: 41,
  },
  {
    business: 'cafe',
    buyer: 'KH0011',
    rating: 4,
    comment: 'Համեղ է ու հարմարավետ, միայն թե հանգստյան օրերին ազատ սեղան գտնելը դժվար է։',
    daysAgo: 30,
  },
  {
    business: 'cafe',
    buyer: 'KH0017',
    rating: 5,
    comment: 'Արդեն երկրորդ անգամ միավորներով նախաճաշեցինք. հաճելի անակնկալ էր։',
    daysAgo: 18,
  },
  { business: 'cafe', buyer: 'KH0023', rating: 4, comment: null, daysAgo: 12 },
  {
    business: 'cafe',
    buyer: 'KH0029',
    rating: 5,
    comment: 'Աշխատելու համար շատ հանգիստ վայր է։ Շնորհակալություն։',
    daysAgo: 3,
  },
  {
    business: 'books',
    buyer: 'KH0002',
    rating: 5,
    comment: 'Մանկական գրքերի ընտրությունը հիանալի է, խորհուրդն էլ՝ սրտացավ։',
    daysAgo: 25,
  },
  {
    business: 'books',
    buyer: 'KH0008',
    rating: 4,
    comment: 'Գտա մի գիրք, որը վաղուց էի փնտրում։ Կուզեի՝ օտարալեզու բաժինն ավելի մեծ լիներ։',
    daysAgo: 14,
  },
  { business: 'books', buyer: 'KH0021', rating: 4, comment: null, daysAgo: 6 },
]

/** Only once: a later change or deletion stays. */
export async function seedReviews(
  pool: Pool,
  idOf: (name: string) => number,
  emailOf: (business: keyof typeof PEOPLE) => string,
  now: Date,
): Promise<void> {
  for (const { business, buyer, rating, comment, daysAgo } of REVIEWS) {
    await inTransaction(pool, async (client) => {
      const review = await addReview(
        client,
        {
          buyerId: idOf(buyer),
          businessId: idOf(emailOf(business)),
          rating,
          comment,
        },
        'false',
      )
      if (!review) return
      const at = new Date(now.getTime() - daysAgo * 24 * 60 * 60 * 1000)
      await client.query('UPDATE reviews SET created_at = $2, updated_at = $2 WHERE id = $1', [review.id, at])
    })
  }
}
