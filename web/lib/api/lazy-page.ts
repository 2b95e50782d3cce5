import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { fetchPart } from './fetch-code.ts'
import { loadWords, type LaterWords } from '#web/lib/words/i18n.ts'

/** As React's `lazy`, together with the words that the page needs. If loading fails, the error page shows (R223). */
export function lazyPage<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  groups: readonly LaterWords[],
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => fetchPart(() => withWords(load, groups)))
}

export async function withWords<Module>(load: () => Promise<Module>, groups: readonly LaterWords[]): Promise<Module> {
  const [module] = await Promise.all([load(), loadWords(groups)])
  return module
}
