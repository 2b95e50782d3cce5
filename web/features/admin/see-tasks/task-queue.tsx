import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#web/components/lists/card.tsx'
import { EmptyState } from '#web/components/lists/empty-state.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { useTasks } from '#web/lib/calls/staff/admin-system.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { TaskLine } from './task-line.tsx'

/** What waits for an administrator, oldest first; refreshed every few seconds (H30). */
export function TaskQueue(): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Card title={t('adminTasks.title')}>
      <ReadingState reading={useTasks()}>
        {({ at, tasks, more }) =>
          tasks.length === 0 ? (
            <EmptyState title={t('adminTasks.noneTitle')}>{t('adminTasks.noneText')}</EmptyState>
          ) : (
            <>
              <ul data-testid="tasks">
                {tasks.map((task) => (
                  <TaskLine key={keyOf(task)} task={task} at={new Date(at)} />
                ))}
              </ul>
              {more > 0 && (
                <p className="mt-2 text-small text-ink-soft">
                  {t('adminTasks.more', { count: more, tasks: format.integer(more) })}
                </p>
              )}
            </>
          )
        }
      </ReadingState>
    </Card>
  )
}

type Task = Parameters<typeof TaskLine>[0]['task']

const keyOf = (task: Task): string =>
  task.kind + ('business' in task ? task.business : 'invoice' in task ? task.invoice : '')
