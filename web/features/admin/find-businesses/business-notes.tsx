import { useId, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BusinessNotes as Notes } from '#contracts/calls/staff/business-notes.ts'
import { Written } from '#web/components/brand/written.tsx'
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { deleteNote, readsAfterNote, useBusinessNotes } from '#web/lib/calls/staff/admin-businesses.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { NoteForm } from './note-form.tsx'

type Note = Notes[number]

/** What administrators note about a business (H30). Each deletes only their own; a closed business gets no more. */
export function BusinessNotes({ businessId, isClosed }: { businessId: number; isClosed: boolean }): ReactNode {
  const { t } = useTranslation()
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const [deleting, setDeleting] = useState<Note>()
  return (
    <section aria-labelledby={titleId} className="mt-4 border-t border-line pt-3">
      <h2 id={titleId} ref={title} tabIndex={-1} className="font-bold outline-none">
        {t('businessNotes.title')}
      </h2>
      <p className="mb-2 text-small text-ink-soft">{t('businessNotes.text')}</p>
      <ReadingState reading={useBusinessNotes(businessId)}>
        {(notes) =>
          notes.length === 0 ? (
            <p>{t('businessNotes.none')}</p>
          ) : (
            <ul>
              {notes.map((note) => (
                <NoteLine key={note.id} note={note} onDelete={() => setDeleting(note)} />
              ))}
            </ul>
          )
        }
      </ReadingState>
      {!isClosed && <NoteForm businessId={businessId} />}
      <DeleteDialog
        businessId={businessId}
        note={deleting}
        onClose={() => setDeleting(undefined)}
        // The note that opened the dialog is gone.
        onDeleted={() => title.current?.focus()}
      />
    </section>
  )
}

function NoteLine({ note, onDelete }: { note: Note; onDelete: () => void }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const moment = format.moment(new Date(note.writtenAt))
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-b border-line py-2">
      <div className="min-w-0 flex-1 basis-64">
        <Written className="whitespace-pre-line">{note.text}</Written>
        <p className="text-small text-ink-soft">{`${t('adminPeople.byAdmin', { id: note.writtenBy })} · ${moment}`}</p>
      </div>
      {note.own && (
        <Button look="quiet" aria-haspopup="dialog" onClick={onDelete}>
          <span>{t('businessNotes.delete')}</span>
          <span className="sr-only">{t('common.namely', { what: moment })}</span>
        </Button>
      )}
    </li>
  )
}

function DeleteDialog({
  businessId,
  note,
  onClose,
  onDeleted,
}: {
  businessId: number
  note: Note | undefined
  onClose: () => void
  onDeleted: () => void
}): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const refresh = useRefresh()
  const action = useAction(deleteNote)
  const isDeleted = useRef(false)

  async function carryOut(id: number): Promise<void> {
    try {
      await action.run({ businessId, id }).catch(unlessDeleted)
      isDeleted.current = true
      toast.success(t('businessNotes.deleted'))
    } catch (error) {
      toast.error(t('admin.failed'), { description: words.forError(error), durationMs: LONG_TOAST_MS })
    }
    await refresh(readsAfterNote(businessId))
    onClose()
  }

  return (
    <AlertDialog
      open={note !== undefined}
      look="alarm"
      title={t('businessNotes.deleteTitle')}
      description={t('businessNotes.deleteText')}
      stay={t('admin.stay')}
      go={t('businessNotes.delete')}
      busy={action.running}
      onStay={onClose}
      onGo={() => void (note && carryOut(note.id))}
      onCloseFocus={(event) => {
        if (!isDeleted.current) return
        isDeleted.current = false
        event.preventDefault()
        onDeleted()
      }}
    />
  )
}

/** It has been deleted meanwhile, as requested. */
function unlessDeleted(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'not_found')) throw error
}
