import { useTranslation } from 'react-i18next'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { moveReplay, READS_AFTER_REPLAY, type ReplayStep } from '#web/lib/calls/staff/admin-replay.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

/** Runs one step, shows its error, and refreshes in any case. Resolves with whether it succeeded. */
export function useReplayStep(): { move: (input: ReplayStep) => Promise<boolean>; running: boolean } {
  const { t } = useTranslation()
  const words = useErrorWords()
  const refresh = useRefresh()
  const action = useAction(moveReplay)
  return {
    running: action.running,
    move: async (input) => {
      try {
        await action.run(input)
        toast.over(t('admin.failed'))
        return true
      } catch (error) {
        toast.error(t('admin.failed'), { description: words.forError(error), durationMs: LONG_TOAST_MS })
        return false
      } finally {
        void refresh(READS_AFTER_REPLAY)
      }
    },
  }
}
