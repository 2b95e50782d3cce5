import { formatPhone } from '#web/lib/words/format-phone.ts'
import { Globe, MapPin, Phone } from 'lucide-react'
import type { ComponentType, ReactNode, SVGProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicBusiness } from '#contracts/calls/directory.ts'
import { InstagramIcon } from '#web/components/brand/brand-icons.tsx'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { telLink } from '#web/lib/session/support.ts'
import { isWebLink, shortLink } from '#web/lib/words/web-link.ts'
import { FacebookIcon, LinkedinIcon, TiktokIcon, TwitterIcon, YoutubeIcon } from './network-icons.tsx'

export type TakingPart = Extract<PublicBusiness, { takesPart: true }>

const NETWORKS = [
  ['facebookUrl', FacebookIcon],
  ['instagramUrl', InstagramIcon],
  ['tiktokUrl', TiktokIcon],
  ['youtubeUrl', YoutubeIcon],
  ['twitterUrl', TwitterIcon],
  ['linkedinUrl', LinkedinIcon],
] as const
const LINK =
  '-my-2.5 inline-flex min-h-11 items-center font-medium text-pomegranate-text underline underline-offset-4 wrap-anywhere'

/** R114. */
export function ContactList({ business }: { business: TakingPart }): ReactNode {
  const { t } = useTranslation()
  const { address, phone, website } = business
  const networks = NETWORKS.flatMap(([field, Icon]) =>
    isWebLink(business[field]) ? [{ field, Icon, to: business[field] }] : [],
  )
  return (
    <Card title={t('businessPage.contact')}>
      <ul className="flex flex-col gap-5">
        {address && (
          <Line Icon={MapPin} term={t('businessPage.address')}>
            <address className="not-italic">{address}</address>
          </Line>
        )}
        {phone && (
          <Line Icon={Phone} term={t('businessPage.phone')}>
            <a href={telLink(phone)} className={LINK}>
              {formatPhone(phone)}
            </a>
          </Line>
        )}
        {isWebLink(website) && (
          <Line Icon={Globe} term={t('businessPage.website')}>
            <a href={website} target="_blank" rel="noopener noreferrer nofollow" className={LINK}>
              {shortLink(website)}
            </a>
          </Line>
        )}
      </ul>
      {networks.length > 0 && (
        <ul className="-ml-2.5 mt-4 flex flex-wrap gap-1">
          {networks.map(({ field, Icon, to }) => (
            <li key={field}>
              <a
                href={to}
                target="_blank"
                rel="noopener noreferrer nofollow"
                aria-label={t(`links.${field}`)}
                title={t(`links.${field}`)}
                className={buttonLook('quiet', 'icon')}
              >
                <Icon className="size-6" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Line({
  Icon,
  term,
  children,
}: {
  Icon: ComponentType<SVGProps<SVGSVGElement>>
  term: string
  children: ReactNode
}): ReactNode {
  const { t } = useTranslation()
  return (
    <li className="flex items-start gap-3">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft" />
      <span className="sr-only">{`${t('common.term', { name: term })} `}</span>
      <div className="min-w-0">{children}</div>
    </li>
  )
}
