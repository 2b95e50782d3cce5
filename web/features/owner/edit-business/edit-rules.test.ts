import { expect, it } from 'vitest'
import { editRules, type EditFields } from './edit-rules.ts'

const empty: EditFields = {
  businessName: '',
  industry: 'Other',
  description: '',
  phone: '',
  address: '',
  website: '',
  facebookUrl: '',
  instagramUrl: '',
  tiktokUrl: '',
  youtubeUrl: '',
  linkedinUrl: '',
  twitterUrl: '',
}
const check = async (fields: Partial<EditFields>) => {
  const { errors, values } = await editRules({ ...empty, ...fields }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  return {
    values,
    messages: Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message])),
  }
}

it('reports all missing fields at once (R160)', async () => {
  expect((await check({})).messages).toEqual({
    businessName: 'Business name is required',
    description: 'Description is required',
    phone: 'Phone number is required',
    address: 'Address is required',
    website: 'At least one website or social media link is required',
  })
})

it('refuses an unlisted industry (R160)', async () => {
  expect((await check({ industry: 'Piracy' })).messages['industry']).toBe('Please select a valid industry')
})

it('accepts a single link of any kind, with or without its scheme', async () => {
  const { values } = await check({
    businessName: 'Café',
    description: 'Coffee',
    phone: '+37491000000',
    address: 'Gyumri',
    instagramUrl: 'instagram.com/cafe',
  })
  expect(values).toMatchObject({ instagramUrl: 'https://instagram.com/cafe', website: null })
})
