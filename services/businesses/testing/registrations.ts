import { randomBytes } from 'node:crypto'
import { newToken, VERIFICATION_MS } from '#accounts/tokens.ts'
import type { Registration } from '../profile/registration.ts'

/** The link works for a day from `now`. */
export function registrationOf(change: Partial<Registration>, now: Date): Registration {
  return {
    email: `cafe-${randomBytes(6).toString('hex')}@hatik.test`,
    passwordHash: '!',
    firstName: 'Մարիամ',
    lastName: 'Սրճարան',
    phone: '+37491123456',
    legalStatus: 'llc',
    taxId: '12345678',
    idDocumentKey: null,
    businessName: 'Կոֆե Տուն',
    industry: 'Restaurant',
    description: 'Սուրճ',
    address: null,
    website: 'https://kofe-tun.am/',
    facebookUrl: null,
    instagramUrl: null,
    tiktokUrl: null,
    youtubeUrl: null,
    linkedinUrl: null,
    twitterUrl: null,
    language: 'am',
    signUpKey: null,
    verification: { ...newToken('a secret of the test', 'verify'), expires: new Date(now.getTime() + VERIFICATION_MS) },
    ...change,
  }
}
