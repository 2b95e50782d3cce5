import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { PagedList } from '#web/components/lists/paged-list.tsx'
import { SearchBox } from '#web/components/inputs/search-box.tsx'
import { Select } from '#web/components/inputs/select.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { READS_AFTER_RETRY, retryMail, useDeadLetters } from '#web/lib/calls/staff/admin-people.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useCursors } from '#web/lib/reads/use-cursors.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

/**
 * Dead letters, without their text; each can be sent once more (H30). Addresses are personal data, so the page's
 * address does not hold the search.
 */
export function DeadLetterList(): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useErrorWords()
  const refresh = useRefresh()
  const action = useAction(retryMail)
  const [retrying, setRetrying] = useState<string>()
  const kinds = useMailKinds()
  const cursors = useCursors()
  const [filter, setFilter] = useState({ search: '', template: '' })
  const isSearch = filter.search.trim() !== '' || filter.template !== ''

  function narrow(part: Partial<typeof filter>): void {
    cursors.restart()
    setFilter((before) => ({ ...before, ...part }))
  }

  async function retry(id: string, to: string): Promise<void> {
    setRetrying(id)
    try {
      await action.run(id)
      toast.success(t('adminPeople.retried', { to }))
    } catch (error) {
      toast.error(t('admin.failed'), { description: words.forError(error), durationMs: LONG_TOAST_MS })
    }
    void refresh(READS_AFTER_RETRY)
  }

  return (
    <Card>
      <p className="mb-2 text-ink-soft">{t('adminPeople.mailText')}</p>
      <div className="mb-3 grid gap-3 sm:grid-cols-[1fr_auto]">
        <SearchBox
          label={t('adminPeople.mailSearch')}
          value={filter.search}
          onChange={(search) => narrow({ search })}
        />
        <Select
          aria-label={t('adminPeople.mailKind')}
          value={filter.template}
          onChange={(event) => narrow({ template: event.currentTarget.value })}
        >
          <option value="">{t('adminPeople.anyMailKind')}</option>
          {kinds.all.map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <PagedList
        reading={useDeadLetters(filter, cursors.cursor)}
        cursors={cursors}
        items={(page) => page.letters}
        empty={
          isSearch
            ? { title: t('adminPeople.noneTitle'), text: t('adminPeople.noneText') }
            : { title: t('adminPeople.noMailsTitle'), text: t('adminPeople.noMailsText') }
        }
        of={t('admin.tabs.mail')}
      >
        {(letters) => (
          <ul data-testid="dead-letters">
            {letters.map(({ id, template, to, attempts, lastError, createdAt }) => (
              <li
                key={id}
                className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-line py-4 last:border-0"
              >
                <div className="min-w-0 flex-1 basis-64">
                  <p className="font-semibold wrap-anywhere">{to === '' ? t('adminPeople.erased') : to}</p>
                  <p className="text-small text-ink-soft">
                    <span>{kinds.nameOf(template)}</span>
                    <span>{` · ${t('adminPeople.attempts', { count: attempts })} · ${format.moment(new Date(createdAt))}`}</span>
                  </p>
                  {lastError !== null && <p className="mt-1 text-small text-alarm-text wrap-anywhere">{lastError}</p>}
                </div>
                <Button look="secondary" busy={action.running && retrying === id} onClick={() => void retry(id, to)}>
                  <span>{t('adminPeople.retry')}</span>
                  <span className="sr-only">{t('common.namely', { what: to })}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Card>
  )
}

/** `all`: by name. A kind without words, of a newer version, is named by its template. */
function useMailKinds(): { all: [string, string][]; nameOf: (template: string) => string } {
  const { t, i18n } = useTranslation()
  const nameOf = (template: string): string =>
    i18n.exists(`mailKinds.${template}`) ? t(`mailKinds.${template}` as 'mailKinds.approved') : template
  const kinds = Object.keys(t('mailKinds', { returnObjects: true }))
  const byName = new Intl.Collator(i18n.language === 'am' ? 'hy' : 'en').compare
  return {
    all: kinds.map((kind): [string, string] => [kind, nameOf(kind)]).toSorted(([, a], [, b]) => byName(a, b)),
    nameOf,
  }
}
