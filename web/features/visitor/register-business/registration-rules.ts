import { z } from 'zod'
import {
  businessRegistrationSchema,
  ID_DOCUMENT_REQUIRED,
  type BusinessRegistration,
} from '#contracts/calls/account/accounts.ts'
import { LINK_FIELDS, needsIdDocument } from '#contracts/pages/kind-names.ts'
import { refuseNoLink } from '#contracts/units/links.ts'
import { refuseDifferentPasswords } from '#contracts/units/passwords.ts'
import { documentProblem } from '#contracts/units/uploads.ts'
import { allRules } from '#web/lib/forms/form-rules.ts'

export type RegistrationFields = Record<Exclude<keyof BusinessRegistration, 'language'>, string> & {
  idDocument: FileList | undefined
  language: string
}

const typed = z.string()
const links = Object.fromEntries(LINK_FIELDS.map((field) => [field, typed])) as Record<
  (typeof LINK_FIELDS)[number],
  typeof typed
>

/** Rules across fields, including the ID document (R159-R162). */
const acrossFields = z
  .object({
    ...links,
    password: typed,
    confirmPassword: typed,
    legalStatus: typed,
    taxId: typed,
    idDocument: z.unknown(),
  })
  .superRefine(refuseDifferentPasswords)
  .superRefine(refuseNoLink)
  .superRefine(({ legalStatus, taxId, idDocument }, context) => {
    const refuse = (path: string, message: string | undefined): void => {
      if (message !== undefined) context.addIssue({ code: 'custom', path: [path], message })
    }
    if (legalStatus === '') return
    if (!needsIdDocument(legalStatus))
      return refuse('taxId', taxId.trim() === '' ? 'Tax ID is required for this legal status' : undefined)
    const file = (idDocument as FileList | undefined)?.[0]
    refuse('idDocument', file ? documentProblem(file) : ID_DOCUMENT_REQUIRED)
  })

export const registrationRules = allRules<RegistrationFields, BusinessRegistration>(
  businessRegistrationSchema,
  acrossFields,
)
