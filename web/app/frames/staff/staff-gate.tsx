import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { isEntered, useStaff } from '#web/lib/calls/staff/admin-session.ts'
import { NothingHere } from '../nothing-here.tsx'

/** Lets staff pass once the server confirms them (R16), with a password of their own (H34) and the second factor. */
export function StaffGate({ children }: { children: ReactNode }): ReactNode {
  const reading = useStaff(true)
  if (reading.error && [401, 403].includes(reading.error.status)) return <NothingHere ofStaff />
  // Not stale: the pages behind the gate report their own failed reads.
  return (
    <ReadingState reading={{ ...reading, stale: false }} loading={<LoadingScreen />}>
      {(staff) => (isEntered(staff) ? <>{children}</> : <Navigate to="/hatik" replace />)}
    </ReadingState>
  )
}
