import { BadgeCheck, ClipboardCheck, FileStack, Mails, ReceiptText, Undo2, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { AdminTask } from '#contracts/calls/staff/admin-tasks.ts'
import { Unbroken } from '#web/components/brand/unbroken.tsx'
import { Badge } from '#web/components/lists/badge.tsx'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useAge } from './use-age.ts'

const ICONS: Record<AdminTask['kind'], LucideIcon> = {
  approval: BadgeCheck,
  charge: ReceiptText,
  refund: Undo2,
  return: Undo2,
  mails: Mails,
  findings: ClipboardCheck,
  replay: FileStack,
}

/** A link to the page where the task is done. `at`: the server's time. */
export function TaskLine({ task, at }: { task: AdminTask; at: Date }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const ageOf = useAge()
  const { what, whose, marks = [], path } = useTask(task)
  const since = new Date(task.since)
  const Icon = ICONS[task.kind]
  return (
    <li className="border-b border-line last:border-0">
      <Link
        to={`/admin/dashboard/${path}`}
        className="group -mx-3 grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 rounded-field px-3 py-3 hover:bg-tuff"
      >
        <Icon aria-hidden className="mt-0.5 size-5 text-ink-soft" />
        <span className="min-w-0">
          <span className="block font-semibold wrap-anywhere underline decoration-line-strong underline-offset-4">
            {what}
          </span>
          {whose !== undefined && (
            <span className="block text-small text-ink-soft wrap-anywhere">
              <Unbroken text={whose} part={'number' in task ? task.number : ''} />
            </span>
          )}
          {marks.length > 0 && (
            <span className="mt-1 flex flex-wrap gap-1.5">
              {marks.map((mark) => (
                <Badge key={mark} tone="apricot">
                  {mark}
                </Badge>
              ))}
            </span>
          )}
        </span>
        <time
          dateTime={task.since}
          title={format.moment(since)}
          className="pt-0.5 text-small whitespace-nowrap text-ink-soft"
        >
          <span className="sr-only">{`, ${t('adminTasks.waits')} `}</span>
          <span>{ageOf(since, at)}</span>
        </time>
      </Link>
    </li>
  )
}

interface Told {
  what: string
  whose?: string
  marks?: readonly string[]
  path: string
}

function useTask(task: AdminTask): Told {
  const { t } = useTranslation()
  const format = useFormat()
  switch (task.kind) {
    case 'approval':
      return {
        what: task.businessName,
        whose: t('adminTasks.approval'),
        marks: task.late ? [t('adminTasks.waitsLong')] : [],
        path: `approvals#business-${task.business}`,
      }
    case 'charge':
    case 'refund':
    case 'return':
      return {
        what: task.businessName,
        whose: t(`adminTasks.${task.kind}`, { number: task.number, amount: format.amd(task.amountAmd) }),
        marks: [...(task.late ? [t('adminTasks.overdue')] : []), ...(task.isPart ? [t('adminTasks.part')] : [])],
        path: `invoices?search=${task.number}`,
      }
    case 'mails':
      return { what: t('adminTasks.mails', { count: task.count, mails: format.integer(task.count) }), path: 'mail' }
    case 'findings':
      return {
        what: t('adminTasks.findings', { count: task.count, differences: format.integer(task.count) }),
        path: 'self-check',
      }
    case 'replay':
      return { what: t(`adminTasks.replay.${task.state}`), path: 'replay' }
  }
}
