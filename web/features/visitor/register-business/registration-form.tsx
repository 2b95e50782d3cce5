import { useState, type ComponentType, type ReactNode } from 'react'
import { useForm, type Resolver } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { BusinessRegistration } from '#contracts/calls/account/accounts.ts'
import { needsIdDocument } from '#contracts/pages/kind-names.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useCarriedForm } from '#web/lib/forms/carried-form.ts'
import { showFieldErrors } from '#web/lib/forms/form-errors.ts'
import { useLanguage } from '#web/lib/words/i18n.ts'
import { withWords } from '#web/lib/api/lazy-page.ts'
import type { registerBusiness } from '#web/features/visitor/register-business/register-business.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { BusinessSection } from './business-section.tsx'
import { LegalSection } from './legal-section.tsx'
import { LinksSection } from './links-section.tsx'
import { PersonSection } from './person-section.tsx'
import type { RegistrationFields } from './registration-rules.ts'

export interface RegistrationFormProps {
  /** Gets the address that the verification mail went to (R104). */
  onDone: (email: string) => void
  /** Link beside the submit button. */
  cancel: ReactNode
}

const EMPTY: Omit<RegistrationFields, 'language'> = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  password: '',
  confirmPassword: '',
  legalStatus: '',
  taxId: '',
  idDocument: undefined,
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
}

/** Loads at the first typed letter, not with the page. */
const rules = () => withWords(() => import('./once-begun.ts'), ['fields'])
const resolver: Resolver<RegistrationFields, unknown, BusinessRegistration> = async (...form) =>
  (await rules()).registrationRules(...form)
const register: typeof registerBusiness = async (...call) => (await rules()).registerBusiness(...call)

/** R103, R107. */
export function RegistrationForm({ onDone, cancel }: RegistrationFormProps): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const language = useLanguage()
  const form = useForm<RegistrationFields, unknown, BusinessRegistration>({
    resolver,
    defaultValues: { ...EMPTY, language },
  })
  const forget = useCarriedForm('registration', form, { outlives: true })
  const action = useAction(register)
  const [Agreement, setAgreement] = useState<ComponentType>()

  /** The agreement loads with the rules, without which nothing can be sent. */
  function begin(): void {
    void rules().then(
      (known) => setAgreement(() => known.Agreement),
      () => undefined,
    )
  }

  const submit = form.handleSubmit(async (registration) => {
    const isIndividual = needsIdDocument(registration.legalStatus)
    // Omits fields of another legal status that was chosen before.
    const fields = isIndividual ? { ...registration, taxId: null } : registration
    const idDocument = isIndividual ? form.getValues('idDocument')?.[0] : undefined
    try {
      await action.run({ fields, idDocument })
      forget()
      onDone(registration.email)
    } catch (error) {
      const document = 'idDocument'
      const codes = {
        user_exists: 'email',
        image_too_large: document,
        image_type_invalid: document,
        image_unreadable: document,
      } as const
      if (!showFieldErrors(form, error, codes))
        toast.error(t('registration.failed'), { description: words.forError(error) })
    }
  })

  return (
    <form noValidate onInput={begin} onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <PersonSection form={form} />
      <LegalSection form={form} />
      <BusinessSection form={form} />
      <LinksSection form={form} />
      {Agreement && <Agreement />}
      <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        {cancel}
        <Button type="submit" size="large" busy={action.running}>
          {t('registration.submit')}
        </Button>
      </div>
    </form>
  )
}
