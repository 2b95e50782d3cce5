import { formatPhone } from '#web/lib/words/format-phone.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Approvals } from '#contracts/calls/staff/admin.ts'
import { LINK_FIELDS } from '#contracts/pages/kind-names.ts'
import { Facts } from '#web/components/lists/facts.tsx'
import { Written } from '#web/components/brand/written.tsx'
import { isWebLink, shortLink } from '#web/lib/words/web-link.ts'

/** What an approved business will show in public (R114). */
export function PublicSide({ business }: { business: Approvals[number] }): ReactNode {
  const { t } = useTranslation()
  const contacts = [
    [t('adminBusinesses.address'), business.address],
    [t('person.phone'), business.phone && formatPhone(business.phone)],
  ] as const
  const links = LINK_FIELDS.flatMap((field) => {
    const to = business[field]
    return isWebLink(to) ? [[t(`links.${field}`), <WebLink key={field} to={to} />] as const] : []
  })
  return (
    <section className="rounded-field bg-tuff px-4 py-3">
      <h3 className="mb-2 font-semibold">{t('adminBusinesses.willShow')}</h3>
      <Written className="mb-3 whitespace-pre-line">{business.description}</Written>
      <Facts
        narrow
        facts={[...contacts.flatMap(([name, value]) => (value ? [[name, value] as const] : [])), ...links]}
      />
    </section>
  )
}

function WebLink({ to }: { to: string }): ReactNode {
  return (
    <a
      href={to}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="underline decoration-line-strong underline-offset-4"
    >
      {shortLink(to)}
    </a>
  )
}
