import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { useStaff } from '#web/lib/calls/admin-session.ts'
import { NothingHere } from './nothing-here.tsx'

/** Lets staff pass once the server confirms them (R16) and their own password is set (H34). */
export function StaffGate({ children }: { children: ReactNode }): ReactNode {
  const reading = useStaff(true)
  if (reading.error && [401, 403].includes(reading.error.status)) return <NothingHere ofStaff />
  // Not stale: the pages behind the gate report their own failed reads.
  return (
    <ReadingState reading={{ ...reading, stale: false }} loading={<LoadingScreen />}>
      {(staff) => (staff.mustChangePassword ? <Navigate to="/hatik" replace /> : <>{children}</>)}
    </ReadingState>
  )
}
