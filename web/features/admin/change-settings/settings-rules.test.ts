import { describe, expect, it } from 'vitest'
import { DEFAULT_PLAN_TERMS } from '#contracts/pages/plans.ts'
import { fieldsOf, keepTyped, numberOf, settingsOf, wrongFields } from './settings-rules.ts'

const settings = { plans: DEFAULT_PLAN_TERMS, autoApprove: ['llc' as const], redemptionTtlDays: null, seller: null }

describe('the settings form (H21, H37)', () => {
  it('round-trips the settings', () => {
    expect(settingsOf(fieldsOf(settings))).toEqual(settings)
  })

  it('takes an empty limit as none, and spaces between thousands', () => {
    const fields = fieldsOf(settings)
    fields.plans.starter = { perks: '', transactions: '1 500', monthlyAmd: '4,900', yearlyAmd: '49 000' }
    expect(settingsOf(fields)?.plans.starter).toEqual({
      perks: null,
      transactions: 1_500,
      monthlyAmd: 4_900,
      yearlyAmd: 49_000,
    })
  })

  it('accepts the highest number that can be stored, and no higher one', () => {
    expect([
      numberOf('1 000 000 000', 'monthlyAmd'),
      numberOf('1000000001', 'monthlyAmd'),
      numberOf('1000000001', 'perks'),
    ]).toEqual([1_000_000_000, undefined, undefined])
  })

  it.each(['4900,00', '12,5', '4900,5', '1,2345', '49 00', ',500', '4,900.00'])(
    'refuses a price typed as %s, instead of reading it as another (H37)',
    (price) => {
      expect(numberOf(price, 'monthlyAmd')).toBeUndefined()
    },
  )

  it('names a price that is missing, negative or no number, and sends nothing', () => {
    const fields = fieldsOf(settings)
    fields.plans.standard = { perks: '-1', transactions: '10.5', monthlyAmd: '', yearlyAmd: 'free' }
    expect(wrongFields(fields)).toEqual([
      'standard.monthlyAmd',
      'standard.yearlyAmd',
      'standard.perks',
      'standard.transactions',
    ])
    expect(settingsOf(fields)).toBeUndefined()
  })

  it('expires unused codes after a number of days within bounds, or never if empty (H5)', () => {
    const typed = (redemptionTtlDays: string) => ({ ...fieldsOf(settings), redemptionTtlDays })
    expect(fieldsOf({ ...settings, redemptionTtlDays: 180 }).redemptionTtlDays).toBe('180')
    expect(['', ' 180 ', '30', '3650'].map((days) => settingsOf(typed(days))?.redemptionTtlDays)).toEqual([
      null,
      180,
      30,
      3_650,
    ])
    for (const days of ['29', '3651', '0', '-90', '90.5', 'never'])
      expect(wrongFields(typed(days)), days).toEqual(['redemptionTtlDays'])
  })

  it('takes all five fields of the invoice issuer as the server does, or none if there is no issuer (H36)', () => {
    const seller = {
      name: '«Ցորեն» ՍՊԸ',
      taxId: '01234567',
      address: 'Գյումրի',
      bank: 'Բանկ',
      account: '1570012345678901',
    }
    const typed = { ...seller, account: '15700-1234567 8901' }
    expect(settingsOf(fieldsOf({ ...settings, seller }))).toEqual({ ...settings, seller })
    expect(settingsOf({ ...fieldsOf(settings), seller: typed })?.seller).toEqual(seller)
    expect(wrongFields({ ...fieldsOf(settings), seller: { ...typed, name: ' ', bank: '', account: '157' } })).toEqual([
      'seller.name',
      'seller.bank',
      'seller.account',
    ])
    const nothing = { name: '', taxId: '', address: '', bank: '', account: '' }
    expect(settingsOf({ ...fieldsOf(settings), seller: nothing })?.seller).toBeNull()
    expect(wrongFields({ ...fieldsOf({ ...settings, seller }), seller: nothing })).toHaveLength(5)
  })
})

describe('what was typed while another administrator saved (H37)', () => {
  const seller = { name: 'Hatik', taxId: '01234567', address: 'Gyumri', bank: 'A bank', account: '1570012345678901' }
  const were = fieldsOf({ ...settings, seller })

  it("stays beside the other's changes", () => {
    const typed = {
      ...were,
      autoApprove: { ...were.autoApprove, ngo: true },
      redemptionTtlDays: '60',
      seller: { ...seller, bank: 'My bank' },
    }
    const now = fieldsOf({ ...settings, seller, autoApprove: [] })
    expect(keepTyped(typed, were, now)).toEqual({ ...typed, autoApprove: { ...typed.autoApprove, llc: false } })
  })

  it("is dropped if both changed the same, and never mixes two issuers' name and account", () => {
    const typed = { ...were, redemptionTtlDays: '60', seller: { ...seller, account: '1570099999999999' } }
    const now = fieldsOf({ ...settings, redemptionTtlDays: 90, seller: { ...seller, name: 'Gari' } })
    expect(keepTyped(typed, were, now)).toEqual(now)
  })
})
