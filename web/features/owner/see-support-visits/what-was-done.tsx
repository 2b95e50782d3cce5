import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SupportVisit } from '#contracts/calls/staff/impersonation.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useVisitEvent } from '#web/lib/words/use-visit-event.ts'

/** Names of the calls that an acting visitor may make (the API's routes with `supportMay`). */
const CALLS = {
  'POST /api/business/:id/award-points': 'award_points',
  'POST /api/business/:id/awards/:awardId/void': 'void_award',
  'POST /api/business/:id/awards/:awardId/correct': 'correct_award',
  'POST /api/business/:id/redemptions/:redemptionId/reopen': 'reopen_redemption',
  'POST /api/business/:id/verify-redemption': 'verify_redemption',
  'POST /api/business/:id/perks': 'create_perk',
  'PUT /api/business/:id/perks/:perkId': 'change_perk',
  'PATCH /api/business/:id/perks/:perkId': 'change_perk',
  'DELETE /api/business/:id/perks/:perkId': 'delete_perk',
  'PUT /api/business-profile/:userId': 'edit_profile',
  'PATCH /api/business-profile/:userId': 'edit_profile',
  'POST /api/business-profile/:userId/upload-logo': 'upload_logo',
  'POST /api/business-profile/:userId/upload-cover': 'upload_cover',
  'POST /api/business-profile/:userId/upload-perk-picture': 'upload_perk_picture',
} as const

/** A visit's actions in order, with their movements and the number refused. */
export function WhatWasDone({ visit }: { visit: SupportVisit }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const eventOf = useVisitEvent()
  const nameOf = ({ method, path }: { method: string; path: string }): string => {
    const call = `${method} ${path}`
    return call in CALLS ? t(`visitCalls.${CALLS[call as keyof typeof CALLS]}`) : call
  }
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-medium">
        <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
        <span>{t('visits.what', { count: visit.calls.length })}</span>
      </summary>
      <ul className="text-small">
        {visit.calls.map((call) => (
          <Line key={`${call.at}${call.path}`} at={format.moment(new Date(call.at))}>
            {nameOf(call)}
          </Line>
        ))}
      </ul>
      {visit.done.length > 0 && (
        <>
          <p className="mt-2 text-small font-medium">{t('visits.ledger')}</p>
          <ul className="text-small">
            {visit.done.map((event) => (
              <Line key={event.position} at={format.moment(new Date(event.at))}>
                {eventOf(event)}
              </Line>
            ))}
          </ul>
        </>
      )}
    </details>
  )
}

function Line({ at, children }: { at: string; children: ReactNode }): ReactNode {
  return (
    <li className="flex flex-wrap justify-between gap-x-4 py-0.5">
      <span className="wrap-anywhere">{children}</span>
      <span className="text-ink-soft">{at}</span>
    </li>
  )
}
