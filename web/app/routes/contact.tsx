import { formatPhone } from '#web/lib/words/format-phone.ts'
import { LifeBuoy, Mail, MapPin, Phone, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { Prose } from '#web/components/brand/prose.tsx'
import { useLanguage } from '#web/lib/words/i18n.ts'
import { SUPPORT, telLink } from '#web/lib/session/support.ts'

const CARD = 'flex flex-col items-start gap-2 rounded-card border border-line bg-surface p-6'
const MARK = 'size-7 text-pomegranate-text'

/** R42. */
export default function ContactPage(): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Prose title={t('contact.title')} lead={t('contact.lead')}>
      <PageHead />
      <div className="grid gap-4 sm:grid-cols-2">
        <Way
          Icon={Phone}
          title={t('contact.phoneTitle')}
          text={t('contact.phoneText')}
          to={telLink(SUPPORT.phone)}
          link={formatPhone(SUPPORT.phone)}
        />
        <Way
          Icon={Mail}
          title={t('contact.emailTitle')}
          text={t('contact.emailText')}
          to={`mailto:${SUPPORT.email}`}
          link={SUPPORT.email}
        />
        <Way
          Icon={LifeBuoy}
          title={t('contact.supportTitle')}
          text={t('contact.supportText')}
          to={SUPPORT.telegram}
          link={t('contact.supportLink')}
        />
        <section className={CARD}>
          <MapPin aria-hidden className={MARK} />
          <h2 className="text-lead font-bold">{t('contact.addressTitle')}</h2>
          <address className="not-italic text-ink-soft">{SUPPORT.address[language]}</address>
        </section>
      </div>
    </Prose>
  )
}

function Way({
  Icon,
  title,
  text,
  to,
  link,
}: {
  Icon: LucideIcon
  title: string
  text: string
  to: string
  link: string
}): ReactNode {
  const outside = to.startsWith('https:')
  return (
    <section className={CARD}>
      <Icon aria-hidden className={MARK} />
      <h2 className="text-lead font-bold">{title}</h2>
      <p className="text-ink-soft">{text}</p>
      <a
        href={to}
        {...(outside && { target: '_blank', rel: 'noopener noreferrer' })}
        className="mt-auto inline-flex min-h-11 items-center font-semibold text-pomegranate-text underline underline-offset-4"
      >
        {link}
      </a>
    </section>
  )
}
