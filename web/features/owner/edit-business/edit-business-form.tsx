import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { INDUSTRIES, LINK_FIELDS, type LinkField } from '#contracts/pages/kind-names.ts'
import { profileFieldsSchema, type EditProfile, type FullProfile } from '#contracts/calls/profile.ts'
import { readableLink } from '#contracts/units/readable-link.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { PictureField } from '#web/components/inputs/picture-field.tsx'
import { Input, type InputProps } from '#web/components/inputs/input.tsx'
import { Select } from '#web/components/inputs/select.tsx'
import { Textarea } from '#web/components/inputs/textarea.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { useCarriedForm } from '#web/lib/forms/carried-form.ts'
import { uploadCover, uploadLogo } from '#web/lib/calls/uploads.ts'
import { profilePath, saveBusiness } from '#web/features/owner/edit-business/edit-business.ts'
import { COVER_LIMITS, LOGO_LIMITS } from '#web/lib/forms/compress-image.ts'
import { usePicture } from '#web/lib/forms/use-picture.ts'
import { showFieldErrors } from '#web/lib/forms/form-errors.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useBusy } from '#web/lib/device/use-busy.ts'
import { useShownBefore } from '#web/lib/reads/use-shown-before.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { editRules, type EditFields } from './edit-rules.ts'

const STARTS: Record<LinkField, string> = {
  website: 'example.am',
  facebookUrl: 'facebook.com/',
  instagramUrl: 'instagram.com/',
  tiktokUrl: 'tiktok.com/@',
  youtubeUrl: 'youtube.com/@',
  linkedinUrl: 'linkedin.com/company/',
  twitterUrl: 'x.com/',
}

const isIndustry = (name: string): boolean => (INDUSTRIES as readonly string[]).includes(name)

/** R96: an unlisted industry is shown and saved as Other. */
function fieldsOf(profile: FullProfile): EditFields {
  const { businessName, industry, description, phone, address } = profile
  const links = Object.fromEntries(LINK_FIELDS.map((field) => [field, readableLink(profile[field] ?? '')])) as Record<
    LinkField,
    string
  >
  return {
    businessName,
    industry: isIndustry(industry) ? industry : 'Other',
    description,
    phone: phone ?? '',
    address: address ?? '',
    ...links,
  }
}

/** R94-R96. */
export function EditBusinessForm({
  businessId,
  profile,
  onDone,
  cancel,
}: {
  businessId: number
  profile: FullProfile
  onDone: () => void
  cancel: ReactNode
}): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const refresh = useRefresh()
  // A newer profile replaces the earlier one, but not typed text.
  const form = useForm<EditFields, unknown, EditProfile>({
    resolver: editRules,
    values: fieldsOf(profile),
    resetOptions: { keepDirtyValues: true },
  })
  useCarriedForm(`business-${businessId}`, form)
  const logo = usePicture((file, key) => uploadLogo(businessId, file, key))
  const cover = usePicture((file, key) => uploadCover(businessId, file, key))
  const { busy, during } = useBusy()
  const save = useAction((body: EditProfile, key: string) => saveBusiness(businessId, body, key))
  const { errors, dirtyFields } = form.formState
  const isChanged = Object.keys(dirtyFields).length > 0 || logo.isChanged || cover.isChanged
  const shownBefore = useShownBefore(profile, isChanged)

  async function saveAll(fields: EditProfile): Promise<void> {
    let failed = t('editBusiness.logoFailed')
    let logoUrl: string | null | undefined
    let coverUrl: string | null | undefined
    try {
      logoUrl = await logo.address()
      failed = t('editBusiness.coverFailed')
      coverUrl = await cover.address()
    } catch (error) {
      return toast.error(failed, { description: words.forError(error) })
    }
    try {
      await save.run({
        ...fields,
        ...(logoUrl !== undefined && { logoUrl }),
        ...(coverUrl !== undefined && { coverUrl }),
        before: profileFieldsSchema.parse(shownBefore()),
      })
      await refresh([profilePath(businessId)])
      toast.success(t('editBusiness.saved'))
      onDone()
    } catch (error) {
      if (!showFieldErrors(form, error)) toast.error(t('editBusiness.failed'), { description: words.forError(error) })
      // Changed on another screen: typed text stays, the rest is updated.
      if (error instanceof ApiError && error.code === 'changed_meanwhile') await refresh([profilePath(businessId)])
    }
  }

  const submit = form.handleSubmit((fields) => during(() => saveAll(fields)))

  const line = (name: keyof EditFields, label: string, input: Partial<InputProps> = {}): ReactNode => (
    <Field key={name} label={label} error={words.forField(errors[name]?.message)}>
      {(ids) => <Input {...ids} {...form.register(name)} {...input} />}
    </Field>
  )

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Card title={t('editBusiness.about')}>
        <div className="flex flex-col gap-5">
          {line('businessName', t('registration.businessName'), { required: true, autoComplete: 'organization' })}
          <Field label={t('registration.industry')} error={words.forField(errors.industry?.message)}>
            {(ids) => (
              <Select {...ids} {...form.register('industry')} required>
                {INDUSTRIES.map((industry) => (
                  <option key={industry} value={industry}>
                    {t(`industries.${industry}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={t('registration.descriptionField')} error={words.forField(errors.description?.message)}>
            {(ids) => <Textarea {...ids} {...form.register('description')} required />}
          </Field>
          <PictureField
            {...logo.field}
            stored={profile.logoUrl}
            limits={LOGO_LIMITS}
            look="size-20 object-contain"
            words={{
              label: t('editBusiness.logo'),
              hint: t('editBusiness.logoHint'),
              preview: t('editBusiness.logoPreview'),
              remove: t('editBusiness.removeLogo'),
            }}
          />
          <PictureField
            {...cover.field}
            stored={profile.coverUrl}
            limits={COVER_LIMITS}
            look="aspect-3/1 w-60 object-cover"
            words={{
              label: t('editBusiness.cover'),
              hint: t('editBusiness.coverHint'),
              preview: t('editBusiness.coverPreview'),
              remove: t('editBusiness.removeCover'),
            }}
          />
        </div>
      </Card>
      <Card title={t('editBusiness.contact')}>
        <div className="grid gap-5 sm:grid-cols-2">
          {line('phone', t('person.phone'), { type: 'tel', autoComplete: 'tel', required: true })}
          {line('website', t('links.website'), {
            inputMode: 'url',
            autoCapitalize: 'none',
            spellCheck: false,
            placeholder: STARTS.website,
          })}
          <div className="sm:col-span-2">
            {line('address', t('editBusiness.address'), { autoComplete: 'street-address', required: true })}
          </div>
        </div>
      </Card>
      <Card title={t('editBusiness.social')}>
        <div className="grid gap-5 sm:grid-cols-2">
          {LINK_FIELDS.filter((field) => field !== 'website').map((field) =>
            line(field, t(`links.${field}`), {
              inputMode: 'url',
              autoCapitalize: 'none',
              spellCheck: false,
              autoComplete: 'off',
              placeholder: STARTS[field],
            }),
          )}
        </div>
      </Card>
      <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        {cancel}
        <Button type="submit" size="large" busy={busy || logo.isPreparing || cover.isPreparing}>
          {t('editBusiness.save')}
        </Button>
      </div>
    </form>
  )
}
