import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { fetchPart } from './fetch-code.ts'
import { LATER_WORDS, loadWords, type LaterWords } from '#web/lib/words/i18n.ts'

/**
 * As React's `lazy`, for whatever speaks more words than those that come with every page (web/word-groups.ts): it comes together with
 * these groups of them, by default all but those of staff. Where it does not come, the page is a broken one (R223).
 */
export function lazyPage<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  groups: readonly LaterWords[] = LATER_WORDS,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => fetchPart(() => withWords(load, groups)))
}

/** The same for anything else that is fetched when it is needed. */
export async function withWords<Module>(load: () => Promise<Module>, groups: readonly LaterWords[]): Promise<Module> {
  const [module] = await Promise.all([load(), loadWords(groups)])
  return module
}
