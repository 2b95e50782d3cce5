import type { Language } from '#contracts/calls/account/session.ts'
import { LATER_WORDS, loadWords, startWords } from '#web/lib/words/i18n.ts'

/** The words of all pages: tests of parts do not wait for the page around them. */
export async function startAllWords(language: Language): Promise<void> {
  await startWords(language)
  await loadWords(LATER_WORDS)
}
