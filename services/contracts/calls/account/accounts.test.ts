import { describe, expect, it } from 'vitest'
import {
  businessRegistrationSchema,
  businessUserSchema,
  mailRequestSchema,
  profileSchema,
  resetPasswordSchema,
  signUpFormSchema,
  signUpSchema,
} from './accounts.ts'
import { adminPasswordSchema } from '../staff/admin.ts'
import { INDUSTRIES, LEGAL_STATUSES } from '../../pages/kind-names.ts'
import { normaliseLink } from '../../units/links.ts'
import { passwordSchema } from '../../units/passwords.ts'
import { perkInputSchema } from '../perks.ts'
import { normalisePhone } from '../../units/phone.ts'
import { editProfileSchema } from '../profile.ts'
import { documentProblem, ID_DOCUMENT_TOO_LARGE_BYTES, IMAGE_MAX_BYTES, imageProblem } from '../../units/uploads.ts'

const issuesOf = (result: { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  result.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

const PERSON = { firstName: 'Անի', lastName: 'Գնորդ', email: 'ani@hatik.test', password: 'Correct-horse-1' }
const REGISTRATION = {
  ...PERSON,
  confirmPassword: PERSON.password,
  phone: '091 12 34 56',
  legalStatus: 'llc',
  taxId: '12345678',
  businessName: 'Կոֆե Տուն',
  industry: 'Restaurant',
  description: 'Սուրճ',
  website: 'kofe-tun.am',
}

const UNDELIVERABLE = [
  'ani.@example.test',
  '.ani@example.test',
  'a..b@example.test',
  '<b@example.test>',
  'x:v@example.test',
  '(c)v@example.test',
  'x\u200b@example.test',
  'ani@exam_ple.test',
  'ani@-example.test',
  'ani@example.1',
  `${'a'.repeat(65)}@example.test`,
]

describe('the password rule (R157)', () => {
  it('reports exactly the failed ones of its five messages', () => {
    expect(issuesOf(passwordSchema.safeParse('')).map(([, message]) => message)).toEqual([
      'Password must be at least 8 characters long',
      'Password must contain at least one uppercase letter',
      'Password must contain at least one lowercase letter',
      'Password must contain at least one number',
      'Password must contain at least one special character',
    ])
    expect(issuesOf(passwordSchema.safeParse('Short-1'))).toEqual([['', 'Password must be at least 8 characters long']])
    expect(issuesOf(passwordSchema.safeParse('correct-horse-1'))).toEqual([
      ['', 'Password must contain at least one uppercase letter'],
    ])
    expect(issuesOf(passwordSchema.safeParse('CORRECT-HORSE-1'))).toEqual([
      ['', 'Password must contain at least one lowercase letter'],
    ])
    expect(issuesOf(passwordSchema.safeParse('Correct-horse'))).toEqual([
      ['', 'Password must contain at least one number'],
    ])
    expect(issuesOf(passwordSchema.safeParse('Correct1horse'))).toEqual([
      ['', 'Password must contain at least one special character'],
    ])
    expect(passwordSchema.safeParse('Գաղտնաբառ-1').success).toBe(true)
  })

  it('applies to sign-up, registration, reset and change; the second field must match (R46, R161, R174)', () => {
    const weak = 'weak'
    expect(signUpSchema.safeParse({ ...PERSON, password: weak }).success).toBe(false)
    expect(
      businessRegistrationSchema.safeParse({ ...REGISTRATION, password: weak, confirmPassword: weak }).success,
    ).toBe(false)
    expect(resetPasswordSchema.safeParse({ token: 't', password: weak, confirmPassword: weak }).success).toBe(false)
    expect(issuesOf(signUpFormSchema.safeParse({ ...PERSON, confirmPassword: 'Other-horse-1' }))).toEqual([
      ['confirmPassword', 'Passwords do not match'],
    ])
    expect(
      issuesOf(
        resetPasswordSchema.safeParse({ token: '', password: PERSON.password, confirmPassword: PERSON.password }),
      ),
    ).toEqual([['token', 'Reset token is required']])
    expect(issuesOf(businessRegistrationSchema.safeParse({ ...REGISTRATION, confirmPassword: '' }))).toEqual([
      ['confirmPassword', 'Please confirm your password'],
    ])
  })

  it('applies to a profile only with a new password, which then needs the current one (R172)', () => {
    const profile = { userId: 7, firstName: 'Անի', lastName: 'Գնորդ', email: 'ani@hatik.test' }
    expect(profileSchema.parse({ ...profile, phone: '', newPassword: '', currentPassword: '' })).toMatchObject({
      phone: null,
      newPassword: undefined,
    })
    expect(issuesOf(profileSchema.safeParse({ ...profile, newPassword: 'Correct-horse-2' }))).toEqual([
      ['currentPassword', 'Current password is required'],
    ])
    expect(issuesOf(profileSchema.safeParse({ ...profile, currentPassword: 'x', newPassword: 'Short-1' }))).toEqual([
      ['newPassword', 'Password must be at least 8 characters long'],
    ])
    const same = { currentPassword: 'Correct-horse-2', newPassword: 'Correct-horse-2' }
    for (const change of [profileSchema.safeParse({ ...profile, ...same }), adminPasswordSchema.safeParse(same)]) {
      expect(issuesOf(change)).toEqual([['newPassword', 'Please choose another password']])
    }
    expect(issuesOf(profileSchema.safeParse({ ...profile, firstName: ' ' }))).toEqual([
      ['firstName', 'Please fill in all fields'],
    ])
  })
})

describe('sign-up (R51, R161, R173)', () => {
  it('creates buyers only', () => {
    expect(signUpSchema.parse(PERSON)).toMatchObject({ role: 'buyer', language: 'en' })
    for (const role of ['admin', 'business', 'auditor'])
      expect(signUpSchema.safeParse({ ...PERSON, role }).success).toBe(false)
  })

  it('accepts addresses in the simple pattern; each form has its own message for a wrong one', () => {
    for (const email of [
      '',
      'ani',
      'ani@hatik',
      'ani@hatik.',
      'a b@hatik.test',
      '@hatik.test',
      'ani@@hatik.test',
      'ani@hatik.invalid',
      'ani@mail.hatik.INVALID',
    ]) {
      expect(issuesOf(signUpSchema.safeParse({ ...PERSON, email }))).toEqual([['email', 'Valid email is required']])
      expect(issuesOf(mailRequestSchema.safeParse({ email }))).toEqual([
        ['email', 'Please enter a valid email address'],
      ])
    }
    for (const email of UNDELIVERABLE) {
      for (const [schema, form] of [
        [signUpSchema, PERSON],
        [signUpFormSchema, { ...PERSON, confirmPassword: PERSON.password }],
        [businessRegistrationSchema, REGISTRATION],
      ] as const)
        expect(issuesOf(schema.safeParse({ ...form, email }))).toEqual([['email', 'Valid email is required']])
      // An older account with such an address can still reset its password.
      expect(mailRequestSchema.parse({ email })).toEqual({ email })
    }
    for (const email of ["o'neil+x_y@mail.hatik.test", 'անի@կոֆե.հայ', 'a-b.c@my--shop.co.uk', 'A1@kofe.xn--y9a3aq'])
      expect(signUpSchema.safeParse({ ...PERSON, email }).success).toBe(true)
    expect(mailRequestSchema.parse({ email: 'ani@invalid.am' })).toEqual({ email: 'ani@invalid.am' })
    expect(mailRequestSchema.parse({ email: ' ani@mail.hatik.test ' })).toEqual({ email: 'ani@mail.hatik.test' })
  })
})

describe('names', () => {
  const profile = { userId: 7, firstName: 'Անի', lastName: 'Գնորդ', email: 'ani@hatik.test' }
  const page = {
    businessName: 'Կոֆե Տուն',
    description: 'Սուրճ',
    phone: '091 12 34 56',
    address: 'Գյումրի',
    website: 'kofe-tun.am',
  }
  const forms = [
    [signUpSchema, PERSON, ['firstName', 'lastName']],
    [profileSchema, profile, ['firstName', 'lastName']],
    [businessRegistrationSchema, REGISTRATION, ['firstName', 'lastName', 'businessName']],
    [editProfileSchema, page, ['businessName']],
    [perkInputSchema, { name: 'Գաթա', description: 'Տաք\nու համեղ', pointsRequired: 2 }, ['name']],
  ] as const

  it('contain no links or line breaks, in any form', () => {
    for (const [schema, form, fields] of forms) {
      for (const field of fields) {
        for (const name of [
          'Ani\nYou have won',
          'Ani\tK',
          'Ani\u2028K',
          'see https://x.test',
          'WWW.x.test',
          'ավելին՝ www.x.test',
        ]) {
          expect(issuesOf(schema.safeParse({ ...form, [field]: name }))).toEqual([
            [field, 'Links and line breaks are not allowed here'],
          ])
        }
        for (const name of ['Անի-Մարիամ', "O'Neil", 'Menu.am', 'Կոֆե & Տուն', 'Ewww. Shop', ' Ani\n'])
          expect([name, schema.safeParse({ ...form, [field]: name }).success]).toEqual([name, true])
      }
    }
  })

  it('contain no direction marks, and must be visible, in any form', () => {
    for (const [schema, form, fields] of forms) {
      for (const field of fields) {
        for (const name of ['\u202eԱնի\u202c', '\u200e\u2067Ա\u2069նի ', '\u061cԱնի\u202a'])
          expect(schema.parse({ ...form, [field]: name })).toMatchObject({ [field]: 'Անի' })
        const missing = issuesOf(schema.safeParse({ ...form, [field]: '' }))
        for (const name of ['\u200b', '\u2060 \u3164', '\u202e', '\u00ad\ufe0f'])
          expect([name, issuesOf(schema.safeParse({ ...form, [field]: name }))]).toEqual([name, missing])
        for (const name of ['👨‍👩‍👧 Սրճարան', 'Ան\u00adի'])
          expect(schema.parse({ ...form, [field]: name })).toMatchObject({ [field]: name })
      }
    }
  })
})

describe('business registration', () => {
  it('knows six legal statuses and eighteen industries, in their order (R105, R106)', () => {
    expect(LEGAL_STATUSES.join(' ')).toBe('sole_proprietor llc cjsc ojsc ngo individual')
    expect(INDUSTRIES).toHaveLength(18)
    expect([INDUSTRIES[0], INDUSTRIES[4], INDUSTRIES[17]]).toEqual(['Restaurant', 'Beauty & Wellness', 'Other'])
  })

  it('reports missing fields in the specified words (R160, R161)', () => {
    const without = (field: string, value?: unknown) =>
      issuesOf(businessRegistrationSchema.safeParse({ ...REGISTRATION, [field]: value }))
    expect(without('firstName')).toEqual([['firstName', 'First name is required']])
    expect(without('lastName', '')).toEqual([['lastName', 'Last name is required']])
    expect(without('email', 'x')).toEqual([['email', 'Valid email is required']])
    expect(without('phone')).toEqual([['phone', 'Phone number is required']])
    expect(without('businessName')).toEqual([['businessName', 'Business name is required']])
    expect(without('description', ' ')).toEqual([['description', 'Description is required']])
    expect(without('industry', 'Magic')).toEqual([['industry', 'Please select a valid industry']])
    expect(without('legalStatus', '')).toEqual([['legalStatus', 'Please select a legal status']])
    expect(without('taxId', '')).toEqual([['taxId', 'Tax ID is required for this legal status']])
    expect(without('website', '')).toEqual([['website', 'At least one website or social media link is required']])
    expect(
      businessRegistrationSchema.safeParse({ ...REGISTRATION, website: '', instagramUrl: 'https://instagram.com/kofe' })
        .success,
    ).toBe(true)
    expect(
      businessRegistrationSchema.safeParse({ ...REGISTRATION, legalStatus: 'individual', taxId: '' }).success,
    ).toBe(true)
  })

  it('a business row needs phone and legal status, a tax number or the document (R159)', () => {
    const row = { phone: '+37491123456', legalStatus: 'llc', taxId: '12345678', idDocumentUrl: null }
    expect(businessUserSchema.safeParse(row).success).toBe(true)
    for (const change of [{ phone: null }, { legalStatus: null }, { taxId: null }, { legalStatus: 'individual' }]) {
      expect(issuesOf(businessUserSchema.safeParse({ ...row, ...change }))).toEqual([
        ['phone', 'Required fields missing for business users'],
      ])
    }
    expect(
      businessUserSchema.safeParse({ ...row, legalStatus: 'individual', taxId: null, idDocumentUrl: 'id-documents/1' })
        .success,
    ).toBe(true)
  })

  it('normalises phone numbers (H26)', () => {
    for (const typed of ['091 12 34 56', '91123456', '+374 (91) 12-34-56', '0037491123456', '37491123456'])
      expect([typed, normalisePhone(typed)]).toEqual([typed, '+37491123456'])
    expect(normalisePhone('+33 6 12 34 56 78')).toBe('+33612345678')
    for (const typed of ['', '12', '0911234567', '+374911234567', 'abc', '+0123456789'])
      expect([typed, normalisePhone(typed)]).toEqual([typed, undefined])
  })

  it('accepts web links only', () => {
    expect(normaliseLink('kofe-tun.am')).toBe('https://kofe-tun.am/')
    expect(normaliseLink('http://kofe-tun.am:8080/x')).toBe('http://kofe-tun.am:8080/x')
    for (const typed of [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://kofe.am',
      'kofe',
      'https://a:b@kofe.am',
      'mailto:a@b.am',
    ])
      expect([typed, normaliseLink(typed)]).toEqual([typed, undefined])
  })

  it('exactly 3 MiB of document are refused, exactly 10 MiB of image are not (R162, C11)', () => {
    const type = 'image/png'
    expect(documentProblem({ size: ID_DOCUMENT_TOO_LARGE_BYTES - 1, type })).toBeUndefined()
    expect(documentProblem({ size: ID_DOCUMENT_TOO_LARGE_BYTES, type })).toBe('File size must be less than 3MB')
    expect(documentProblem({ size: 1, type: 'application/pdf' })).toBe('Please upload an image file')
    expect(imageProblem({ size: IMAGE_MAX_BYTES, type })).toBeUndefined()
    expect(imageProblem({ size: IMAGE_MAX_BYTES + 1, type })).toBe(
      'File too large. Please select an image smaller than 10MB.',
    )
    expect(imageProblem({ size: 1, type: 'image/svg+xml' })).toBe(
      'Invalid file type. Please upload JPEG, PNG, WebP, or GIF images.',
    )
  })
})
