import { Gift } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Perk } from '#contracts/calls/business.ts'
import { Picture } from '#web/components/brand/picture.tsx'
import { Written } from '#web/components/brand/written.tsx'
import { toTenths } from '#web/lib/words/format.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

/** A perk with its cost (R115). `children` stand under it. */
export function PerkLine({ perk, children }: { perk: Perk; children?: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const gift = <Gift aria-hidden className="mt-0.5 size-6 shrink-0 text-pomegranate-text" />
  return (
    <li className="group flex flex-wrap items-start gap-x-4 py-4 first:pt-0 last:pb-0">
      {perk.pictureUrl ? (
        <Picture url={perk.pictureUrl} className="size-16 rounded-field sm:size-20">
          {gift}
        </Picture>
      ) : (
        gift
      )}
      {/* Beside a picture the points go below where the text would be too narrow. */}
      <div className="min-w-0 flex-1 group-has-[img]:basis-36">
        <Written className="font-semibold">{perk.name}</Written>
        <Written className="text-ink-soft">{perk.description}</Written>
      </div>
      <p className="ml-auto shrink-0 text-right font-bold">
        {t('points.amount', {
          count: Number(perk.pointsRequired),
          points: format.points(toTenths(perk.pointsRequired)),
        })}
      </p>
      {Boolean(children) && <div className="basis-full pl-10">{children}</div>}
    </li>
  )
}
