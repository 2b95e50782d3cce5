import { Suspense, type ComponentType, type ReactNode } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { lazyPage } from '#web/lib/api/lazy-page.ts'
import { AwardSender } from './monitors/award-sender.tsx'
import { Layout } from './frames/layout.tsx'
import { TrialMonitor } from './monitors/trial-monitor.tsx'
import { ROUTES } from './route-table.ts'

const files = import.meta.glob<{ default: ComponentType }>(['./**/*.tsx', '!**/*.test.tsx'], { base: './routes' })
/** By file: two addresses with the same file share its component, so that going from one to the other keeps its state. */
const pages = new Map(ROUTES.map(({ file, words }) => [file, lazyPage(files[`./${file}.tsx`]!, words)]))

/** Fetches each page, with its words, when it is first opened. */
export function Pages(): ReactNode {
  return (
    <>
      <TrialMonitor />
      <AwardSender />
      <Layout>
        <Suspense fallback={<LoadingScreen />}>
          <Routes>
            {ROUTES.map(({ path, file }) => {
              const Page = pages.get(file)!
              return <Route key={path} path={path} element={<Page />} />
            })}
          </Routes>
        </Suspense>
      </Layout>
    </>
  )
}

export const Router = (): ReactNode => (
  <BrowserRouter>
    <Pages />
  </BrowserRouter>
)
