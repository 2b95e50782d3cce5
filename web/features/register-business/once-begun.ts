/** What a registration needs from its first letter on, fetched as one. */
export { Agreement } from '#web/components/agreement.tsx'
export { registerBusiness } from '#web/lib/register-business.ts'
export { registrationRules } from './registration-rules.ts'
