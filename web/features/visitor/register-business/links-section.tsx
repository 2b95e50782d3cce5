import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LINK_FIELDS, type LinkField } from '#contracts/pages/kind-names.ts'
import { Card } from '#web/components/lists/card.tsx'
import { TextField, type RegistrationForm } from './text-field.tsx'

const STARTS: Record<LinkField, string> = {
  website: 'example.am',
  facebookUrl: 'facebook.com/',
  instagramUrl: 'instagram.com/',
  tiktokUrl: 'tiktok.com/@',
  youtubeUrl: 'youtube.com/@',
  linkedinUrl: 'linkedin.com/company/',
  twitterUrl: 'x.com/',
}

/** At least one is required (R160). */
export function LinksSection({ form }: { form: RegistrationForm }): ReactNode {
  const { t } = useTranslation()
  return (
    <Card title={t('registration.linksTitle')}>
      <p className="-mt-2 mb-4 text-ink-soft">{t('registration.linksText')}</p>
      <div className="grid gap-5 sm:grid-cols-2">
        {LINK_FIELDS.map((field) => (
          <TextField
            key={field}
            form={form}
            name={field}
            label={t(`links.${field}`)}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            autoComplete={field === 'website' ? 'url' : 'off'}
            placeholder={STARTS[field]}
          />
        ))}
      </div>
    </Card>
  )
}
