/** Loaded together at the first typed letter. */
export { Agreement } from '#web/components/inputs/agreement.tsx'
export { registerBusiness } from '#web/features/visitor/register-business/register-business.ts'
export { registrationRules } from './registration-rules.ts'
