/** In every form, a text without visible characters counts as missing. */
import type { z } from 'zod'
import { describe, expect, it } from 'vitest'
import { businessRegistrationSchema } from '../calls/account/accounts.ts'
import { awardPointsSchema } from '../calls/business.ts'
import { BUSINESS_EVENT_DATA, reasonSchema } from '../events/business-events.ts'
import { correctAwardSchema, reopenRedemptionSchema, voidAwardSchema } from '../calls/counter.ts'
import { newNoteSchema } from '../calls/staff/business-notes.ts'
import { visitReasonSchema } from '../calls/staff/impersonation.ts'
import { perkInputSchema } from '../calls/perks.ts'
import { editProfileSchema } from '../calls/profile.ts'
import { reviewFormSchema } from '../calls/reviews.ts'
import { ADMIN_EVENT_DATA, SUPPORT_EVENT_DATA } from '../events/support-events.ts'

/** Longer than any minimum length. */
const UNSEEN = [
  '\u200b'.repeat(12),
  '\u2060 \u3164 '.repeat(6),
  '\u202e'.repeat(12),
  '\u00ad\ufe0f'.repeat(6),
  '\u2800'.repeat(12),
]

const PERK = { name: 'Գաթա', description: 'Տաք\nու համեղ', pointsRequired: 2 }
const PAGE = {
  businessName: 'Կոֆե Տուն',
  description: 'Սուրճ',
  phone: '091 12 34 56',
  address: 'Գյումրի',
  website: 'kofe-tun.am',
}
const REGISTRATION = {
  firstName: 'Անի',
  lastName: 'Գնորդ',
  email: 'ani@hatik.test',
  password: 'Correct-horse-1',
  confirmPassword: 'Correct-horse-1',
  phone: '091 12 34 56',
  legalStatus: 'individual',
  businessName: 'Կոֆե Տուն',
  industry: 'Restaurant',
  description: 'Սուրճ',
  website: 'kofe-tun.am',
}
const AWARD = { buyerId: 'ABC234', amountSpent: 1_000 }

/** Empty if accepted. */
const saidOf = (schema: z.ZodType, form: object, field: string, text: string): string[] =>
  schema
    .safeParse({ ...form, [field]: text })
    .error?.issues.filter(({ path }) => path[0] === field)
    .map(({ message }) => message) ?? []

describe('a required text', () => {
  it.each<[string, z.ZodType, object, string, string]>([
    ['the receipt of an award', awardPointsSchema, AWARD, 'receipt', 'Required'],
    ['why an award is called back (H4)', voidAwardSchema, {}, 'reason', 'Required'],
    ['why an award is corrected', correctAwardSchema, { amountSpent: 500 }, 'reason', 'Required'],
    ['why the use of a code is undone', reopenRedemptionSchema, {}, 'reason', 'Required'],
    ['a note on a business (H30)', newNoteSchema, {}, 'text', 'Please write a note'],
    ['the description of a perk (R168)', perkInputSchema, PERK, 'description', 'Required'],
    ['the description of a business', editProfileSchema, PAGE, 'description', 'Description is required'],
    ['the address of a business', editProfileSchema, PAGE, 'address', 'Address is required'],
    [
      'the description at the registration (R160)',
      businessRegistrationSchema,
      REGISTRATION,
      'description',
      'Description is required',
    ],
  ])(
    '%s counts as missing without visible characters, and otherwise is kept as written',
    (_, schema, form, field, missing) => {
      for (const text of ['', '   ', ...UNSEEN])
        expect([text, saidOf(schema, form, field, text)]).toEqual([text, [missing]])
      const text = 'Ան\u00adի 👨‍👩‍👧 1'
      expect(schema.parse({ ...form, [field]: ` ${text}\n` })).toMatchObject({ [field]: text })
    },
  )

  it('a reason counts visible characters, and its message names the limit (H31)', () => {
    const of = (schema: z.ZodType, text: unknown) =>
      schema.safeParse(text).error?.issues.map(({ message }) => message) ?? []
    for (const text of ['', 'ab', 'ab\u200b', ...UNSEEN])
      expect([text, of(reasonSchema, text)]).toEqual([text, ['Please give a reason']])
    expect(of(reasonSchema, 'abc')).toEqual([])
    expect(of(reasonSchema, 'x'.repeat(501))).toEqual(['Please give a shorter reason'])
    expect(of(visitReasonSchema, undefined)).toEqual(['Please give a reason'])
    for (const text of ['', '123456789', '123456789\u200b', ...UNSEEN])
      expect([text, of(visitReasonSchema, text)]).toEqual([text, ['The reason must have at least 10 characters']])
    expect(of(visitReasonSchema, '1234567890')).toEqual([])
    expect(of(visitReasonSchema, 'x'.repeat(301))).toEqual(['The reason cannot exceed 300 characters'])
  })
})

it('an optional text without visible characters becomes null', () => {
  for (const text of ['', '  ', ...UNSEEN]) {
    expect(businessRegistrationSchema.parse({ ...REGISTRATION, taxId: text, address: text })).toMatchObject({
      taxId: null,
      address: null,
    })
    expect(reviewFormSchema.parse({ rating: 5, comment: text })).toMatchObject({ comment: null })
    expect(saidOf(businessRegistrationSchema, { ...REGISTRATION, legalStatus: 'llc' }, 'taxId', text)).toEqual([
      'Tax ID is required for this legal status',
    ])
  }
  expect(businessRegistrationSchema.parse({ ...REGISTRATION, taxId: ' 12345678 ', address: 'Գյումրի' })).toMatchObject({
    taxId: '12345678',
    address: 'Գյումրի',
  })
  expect(reviewFormSchema.parse({ rating: 5, comment: ' Լավն է ' })).toMatchObject({ comment: 'Լավն է' })
})

it("a reason in an event is always readable, because the log is older than the forms' rules", () => {
  for (const reason of ['', 'ab', '\u200b'.repeat(12), 'x'.repeat(501)]) {
    const read: [z.ZodType, object][] = [
      [BUSINESS_EVENT_DATA.BusinessRejected, {}],
      [BUSINESS_EVENT_DATA.BusinessSuspended, { from: 'active' }],
      [BUSINESS_EVENT_DATA.BusinessReinstated, { to: 'active' }],
      [SUPPORT_EVENT_DATA.VisitStarted, { businessId: 1, expiresAt: '2026-01-01T00:00:00Z' }],
      [ADMIN_EVENT_DATA.ReplayStarted, { generation: 1 }],
      [ADMIN_EVENT_DATA.ReplayDiscarded, { generation: 1 }],
      [ADMIN_EVENT_DATA.SettingsChanged, { names: [], changes: [] }],
      [ADMIN_EVENT_DATA.ReviewTakenDown, { reviewId: 1, businessId: 1 }],
    ]
    for (const [schema, data] of read) expect(schema.parse({ ...data, reason })).toMatchObject({ reason })
  }
})
