import type { Operations } from '../operation.ts'

export const secondFactorOperations: Operations = {
  'GET /api/auth/second-factor': {
    id: 'readSecondFactor',
    summary: 'Get the state of your second factor',
    access: 'staff',
  },
  'POST /api/auth/second-factor': {
    id: 'enterSecondFactor',
    summary: 'Open the session of a password with a code of the authenticator app or a recovery code',
    access: 'staff',
    key: 'session',
    refusals: ['wrong_second_factor'],
    limit: 'At most 10 wrong codes per account in 15 minutes.',
    example: { code: '123456' },
  },
  'POST /api/auth/second-factor/totp': {
    id: 'beginAuthenticator',
    summary: 'Get the secret for an authenticator app',
    access: 'staff',
    confirmed: true,
    refusals: ['second_factor_exists'],
    note: 'Each call replaces a secret that was not activated. TOTP (RFC 6238): SHA-1, six digits, 30 seconds.',
  },
  'POST /api/auth/second-factor/totp/activate': {
    id: 'activateAuthenticator',
    summary: 'Activate the authenticator app with its code, and get the recovery codes',
    access: 'staff',
    key: 'optional',
    refusals: ['wrong_second_factor', 'not_found', 'second_factor_exists'],
    limit: 'At most 10 wrong codes per account in 15 minutes.',
    note: 'Each recovery code works once. They are shown only here. The user is told by email.',
    example: { code: '123456' },
  },
  'POST /api/auth/second-factor/totp/remove': {
    id: 'removeAuthenticator',
    summary: 'Remove the authenticator app, with a code of it or a recovery code',
    access: 'staff',
    confirmed: true,
    key: 'optional',
    refusals: ['wrong_second_factor', 'not_found'],
    limit: 'At most 10 wrong codes per account in 15 minutes.',
    note: 'The user is told by email.',
    example: { code: '123456' },
  },
}
