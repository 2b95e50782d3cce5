import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ExportPanel } from '#web/features/auditor/export-movements/export-panel.tsx'
import { MovementTable } from '#web/features/auditor/trace-movements/movement-table.tsx'
import { SearchForm } from '#web/features/auditor/trace-movements/search-form.tsx'
import { selectionOf } from '#web/lib/reads/audit-selection.ts'
import { AUDIT_READS } from '#web/lib/calls/staff/audit.ts'
import { useRefresh } from '#web/lib/reads/read.ts'

/** The address holds the search. */
export function Trace(): ReactNode {
  const [query, setQuery] = useSearchParams()
  const refresh = useRefresh()
  const selection = selectionOf(query)
  const key = selection.toString()
  return (
    <>
      <SearchForm
        selection={selection}
        onSearch={(asked) => {
          setQuery(asked)
          void refresh(AUDIT_READS)
        }}
      />
      <MovementTable key={`table ${key}`} selection={selection} />
      <ExportPanel key={`export ${key}`} selection={selection} />
    </>
  )
}
