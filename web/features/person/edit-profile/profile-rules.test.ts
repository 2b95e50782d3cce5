import { describe, expect, it } from 'vitest'
import { profileRules, type ProfileFields } from './profile-rules.ts'

const FIELDS: ProfileFields = {
  userId: 7,
  firstName: 'Անի',
  lastName: 'Գնորդ',
  email: 'ani@hatik.test',
  phone: '',
  changesPassword: false,
  currentPassword: '',
  newPassword: '',
  confirmPassword: '',
}

async function check(change: Partial<ProfileFields>) {
  const { errors, values } = await profileRules(
    { ...FIELDS, ...change },
    { email: FIELDS.email },
    { fields: {}, shouldUseNativeValidation: false },
  )
  return {
    values,
    messages: Object.fromEntries(
      Object.entries(errors).map(([field, error]) => [field, (error as { message?: string }).message]),
    ),
  }
}

describe('the profile form (R172)', () => {
  it('needs first name, last name and e-mail; the phone may be empty (R97)', async () => {
    expect((await check({})).messages).toEqual({})
    expect((await check({ firstName: ' ', lastName: '', email: 'x' })).messages).toEqual({
      firstName: 'Please fill in all fields',
      lastName: 'Please fill in all fields',
      email: 'Please enter a valid email address',
    })
  })

  it('refuses an address that cannot receive mail, but keeps an existing one', async () => {
    for (const email of ['ani.@example.test', 'x\u200b@example.test', 'ani@exam_ple.test'])
      expect((await check({ email, currentPassword: 'old' })).messages).toEqual({
        email: 'Please enter a valid email address',
      })
    const old = { ...FIELDS, email: 'ani.@example.test' }
    const { errors } = await profileRules(old, old, { fields: {}, shouldUseNativeValidation: false })
    expect(errors).toEqual({})
  })

  it('treats different encodings of a letter as the same password', async () => {
    const same = { changesPassword: true, currentPassword: 'old', newPassword: 'Passwé-1é'.normalize('NFC') }
    expect((await check({ ...same, confirmPassword: 'Passwé-1é'.normalize('NFD') })).messages).toEqual({})
  })

  it('asks for all three passwords while the block is open, and for none while it is closed', async () => {
    expect((await check({ changesPassword: true })).messages).toEqual({
      currentPassword: 'Current password is required',
      newPassword: 'Password must be at least 8 characters long',
      confirmPassword: 'Please confirm your password',
    })
    const closed = await check({ currentPassword: 'x', newPassword: 'weak', confirmPassword: 'other' })
    expect(closed.messages).toEqual({})
    expect(closed.values).not.toHaveProperty('newPassword', 'weak')
  })

  it('decides by the rule of 8 although the input says 6 (R158, C7), and both fields must match', async () => {
    const open = { changesPassword: true, currentPassword: 'old' }
    expect((await check({ ...open, newPassword: 'Abc-12x', confirmPassword: 'Abc-12x' })).messages).toEqual({
      newPassword: 'Password must be at least 8 characters long',
    })
    expect(
      (await check({ ...open, newPassword: 'Correct-horse-2', confirmPassword: 'Correct-horse-3' })).messages,
    ).toEqual({ confirmPassword: 'Passwords do not match' })
    expect(
      (await check({ ...open, newPassword: 'Correct-horse-2', confirmPassword: 'Correct-horse-2' })).messages,
    ).toEqual({})
    const same = {
      currentPassword: 'Correct-horse-2',
      newPassword: 'Correct-horse-2',
      confirmPassword: 'Correct-horse-2',
    }
    expect((await check({ ...open, ...same })).messages).toEqual({ newPassword: 'Please choose another password' })
  })
})
