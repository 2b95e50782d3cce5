import { describe, expect, it } from 'vitest'
import { registrationRules, type RegistrationFields } from './registration-rules.ts'

const EMPTY: RegistrationFields = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  password: '',
  confirmPassword: '',
  legalStatus: '',
  taxId: '',
  businessName: '',
  industry: '',
  description: '',
  address: '',
  website: '',
  facebookUrl: '',
  instagramUrl: '',
  tiktokUrl: '',
  youtubeUrl: '',
  linkedinUrl: '',
  twitterUrl: '',
  idDocument: undefined,
  language: 'am',
}
const RIGHT: RegistrationFields = {
  ...EMPTY,
  firstName: 'Անի',
  lastName: 'Խաչատրյան',
  email: 'ani@hatik.test',
  phone: '091 12 34 56',
  password: 'Correct-horse-1',
  confirmPassword: 'Correct-horse-1',
  legalStatus: 'llc',
  taxId: '12345678',
  businessName: 'Կոֆե Տուն',
  industry: 'Restaurant',
  description: 'Սուրճ',
  website: 'kofe-tun.am',
}
const MIB = 1024 * 1024
const files = (type: string, bytes: number): FileList =>
  [Object.defineProperty(new File([], 'id', { type }), 'size', { value: bytes })] as unknown as FileList

async function messages(
  change: Partial<RegistrationFields>,
  base = RIGHT,
): Promise<Record<string, string | undefined>> {
  const { errors } = await registrationRules({ ...base, ...change }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  return Object.fromEntries(
    Object.entries(errors).map(([field, error]) => [field, (error as { message?: string }).message]),
  )
}

describe('the registration form', () => {
  it('reports everything missing in an empty form at once (R160, R161)', async () => {
    expect(await messages({}, EMPTY)).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Valid email is required',
      phone: 'Phone number is required',
      password: 'Password must be at least 8 characters long',
      confirmPassword: 'Please confirm your password',
      legalStatus: 'Please select a legal status',
      businessName: 'Business name is required',
      industry: 'Please select a valid industry',
      description: 'Description is required',
      website: 'At least one website or social media link is required',
    })
  })

  it('reports different passwords and a missing tax number beside other errors (R161)', async () => {
    expect(await messages({ industry: '', taxId: ' ', confirmPassword: 'Other-horse-1', website: '' })).toEqual({
      industry: 'Please select a valid industry',
      taxId: 'Tax ID is required for this legal status',
      confirmPassword: 'Passwords do not match',
      website: 'At least one website or social media link is required',
    })
  })

  it('requires an image under 3MB from individuals only (R159, R162)', async () => {
    const individual = { legalStatus: 'individual', taxId: '' }
    expect(await messages(individual)).toEqual({ idDocument: 'ID document is required for individual legal status' })
    expect(await messages({ ...individual, idDocument: files('application/pdf', 10) })).toEqual({
      idDocument: 'Please upload an image file',
    })
    expect(await messages({ ...individual, idDocument: files('image/jpeg', 3 * MIB) })).toEqual({
      idDocument: 'File size must be less than 3MB',
    })
    expect(await messages({ ...individual, idDocument: files('image/jpeg', 3 * MIB - 1) })).toEqual({})
    expect(await messages({ idDocument: files('application/pdf', 10) })).toEqual({})
  })

  it('normalises what is sent', async () => {
    const { values } = await registrationRules(RIGHT, undefined, { fields: {}, shouldUseNativeValidation: false })
    expect(values).toMatchObject({
      phone: '+37491123456',
      website: 'https://kofe-tun.am/',
      facebookUrl: null,
      address: null,
    })
  })
})
