import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { newNoteSchema, NOTE_MAX } from '#contracts/calls/staff/business-notes.ts'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Textarea } from '#web/components/inputs/textarea.tsx'
import { addNote, readsAfterNote } from '#web/lib/calls/staff/admin-businesses.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

export function NoteForm({ businessId }: { businessId: number }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useErrorWords()
  const refresh = useRefresh()
  const action = useAction(addNote)
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const used = Array.from(text.trim()).length
  const read = newNoteSchema.safeParse({ text })

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setWrong(!read.success)
    if (!read.success) return
    try {
      await action.run({ businessId, text: read.data.text })
      // Keeps what was typed meanwhile.
      setText((now) => (now === text ? '' : now))
      toast.success(t('businessNotes.added'))
    } catch (error) {
      toast.error(t('admin.failed'), { description: words.forError(error), durationMs: LONG_TOAST_MS })
    }
    void refresh(readsAfterNote(businessId))
  }

  const error =
    used > NOTE_MAX ? t('businessNotes.tooLong', { most: format.integer(NOTE_MAX) }) : t('businessNotes.missing')

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-3 flex flex-col items-start gap-3">
      <div className="w-full">
        <Field
          label={t('businessNotes.new')}
          hint={t('reviews.left', { used: format.integer(used), most: format.integer(NOTE_MAX) })}
          error={isWrong && !read.success ? error : undefined}
        >
          {(ids) => (
            <Textarea
              {...ids}
              name="note"
              value={text}
              autoComplete="off"
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
      </div>
      <Button type="submit" look="secondary" busy={action.running}>
        {t('businessNotes.add')}
      </Button>
    </form>
  )
}
