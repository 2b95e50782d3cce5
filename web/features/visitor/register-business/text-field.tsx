import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Field } from '#web/components/inputs/field.tsx'
import { Input, type InputProps } from '#web/components/inputs/input.tsx'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import type { BusinessRegistration } from '#contracts/calls/account/accounts.ts'
import type { RegistrationFields } from './registration-rules.ts'

export type RegistrationForm = UseFormReturn<RegistrationFields, unknown, BusinessRegistration>

export interface TextFieldProps extends Omit<InputProps, 'name' | 'form'> {
  form: RegistrationForm
  name: Exclude<keyof RegistrationFields, 'idDocument'>
  label: string
  hint?: ReactNode
}

export function TextField({ form, name, label, hint, ...input }: TextFieldProps): ReactNode {
  const { forField } = useErrorWords()
  return (
    <Field label={label} hint={hint} error={forField(form.formState.errors[name]?.message)}>
      {(ids) => <Input {...ids} {...form.register(name)} {...input} />}
    </Field>
  )
}
