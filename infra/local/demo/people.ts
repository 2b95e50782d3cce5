/** The demo's accounts. Addresses end in `.test`, so that no mail can reach anybody. */
import type { Plan } from '#contracts/pages/plans.ts'
import type { Seller } from '#contracts/pages/seller.ts'
import type { Role } from '#contracts/calls/account/session.ts'
import type { DRAWINGS } from './drawings.ts'

export const DEMO_PASSWORD = 'Hatik-demo-1'

export type DemoPerson = { email: string; role: Role; firstName: string; lastName: string; buyerCode?: string }

export const PEOPLE = {
  cafe: { email: 'cafe@hatik.test', role: 'business', firstName: 'Մարիամ', lastName: 'Սրճարան' },
  books: { email: 'books@hatik.test', role: 'business', firstName: 'Արամ', lastName: 'Գրատուն' },
  ani: { email: 'ani@hatik.test', role: 'buyer', firstName: 'Անի', lastName: 'Գնորդ', buyerCode: 'AN1234' },
  davit: { email: 'davit@hatik.test', role: 'buyer', firstName: 'Դավիթ', lastName: 'Գնորդ', buyerCode: 'DV5678' },
  admin: { email: 'admin@hatik.test', role: 'admin', firstName: 'Ադմին', lastName: 'Հատիկ' },
  auditor: { email: 'auditor@hatik.test', role: 'auditor', firstName: 'Աուդիտոր', lastName: 'Հատիկ' },
  bakery: { email: 'bakery@hatik.test', role: 'business', firstName: 'Գոհար', lastName: 'Հացթուխ' },
  flowers: { email: 'flowers@hatik.test', role: 'business', firstName: 'Նունե', lastName: 'Ծաղկավաճառ' },
} as const satisfies Record<string, DemoPerson>

/** Neither tax number nor bank account exists. */
export const DEMO_SELLER: Seller = {
  name: '«Հատիկ» ՍՊԸ',
  taxId: '00000000',
  address: 'ՀՀ, ք. Երևան',
  bank: 'Ցուցադրական բանկ',
  account: '0000000000000000',
}

export type DemoBusiness = {
  owner: keyof typeof PEOPLE
  businessName: string
  slug: string
  industry: string
  description: string
  address: string
  phone: string
  website: string
  plan: Plan
  /** Days from now; null without a trial. */
  trialDays: number | null
  perks: readonly { name: string; description: string; points: string }[]
  /** Its logo and cover; null for a business that has uploaded none. */
  drawing: keyof typeof DRAWINGS | null
}

export const BUSINESSES: readonly DemoBusiness[] = [
  {
    owner: 'cafe',
    businessName: 'Կոֆե Տուն',
    slug: 'kofe-tun',
    industry: 'Restaurant',
    description: 'Թարմ բոված սուրճ և տնական թխվածք Գյումրու սրտում։',
    address: 'Գյումրի, Ռիժկովի փողոց 12',
    phone: '+374 312 00 001',
    website: 'https://kofe-tun.test',
    plan: 'prime',
    trialDays: null,
    perks: [
      { name: 'Գավաթ սուրճ', description: 'Ձեր ընտրությամբ՝ սև կամ կաթով', points: '10.0' },
      { name: 'Գաթա', description: 'Տնական, տաք', points: '6.5' },
      { name: 'Նախաճաշ երկուսի համար', description: 'Ամեն օր մինչև ժամը 12:00', points: '60.0' },
    ],
    drawing: 'coffee',
  },
  {
    owner: 'books',
    businessName: 'Գրատուն',
    slug: 'gratun',
    industry: 'Retail',
    description: 'Հայերեն և օտարալեզու գրքեր մեծերի ու փոքրերի համար։',
    address: 'Երևան, Աբովյան փողոց 8',
    phone: '+374 10 00 00 02',
    website: 'https://gratun.test',
    plan: 'starter',
    trialDays: 23,
    perks: [{ name: 'Գրքի էջանիշ', description: 'Ձեռագործ, կաշվե', points: '5.0' }],
    drawing: 'books',
  },
  {
    owner: 'bakery',
    businessName: 'Թոնրատուն',
    slug: 'tonratun',
    industry: 'Food & Beverage',
    description: 'Ամեն առավոտ՝ թոնրից նոր հանած լավաշ, մատնաքաշ և տնական հաց։',
    address: 'Վանաձոր, Տիգրան Մեծի պողոտա 31',
    phone: '+374 322 00 003',
    website: 'https://tonratun.test',
    plan: 'starter',
    trialDays: 27,
    perks: [{ name: 'Տաք մատնաքաշ', description: 'Մեկ հատ, թոնրից նոր հանած', points: '4.0' }],
    drawing: 'bread',
  },
  {
    owner: 'flowers',
    businessName: 'Մեխակ',
    slug: 'mekhak',
    industry: 'Home & Garden',
    description: 'Կտրած և թաղարով ծաղիկներ, փնջեր՝ ըստ պատվերի։ Առաքում Երևանում։',
    address: 'Երևան, Սայաթ-Նովայի պողոտա 19',
    phone: '+374 10 00 00 04',
    website: 'https://mekhak.test',
    plan: 'starter',
    trialDays: 11,
    perks: [{ name: 'Փոքրիկ փունջ', description: 'Օրվա ծաղիկներից', points: '12.0' }],
    drawing: null,
  },
]
