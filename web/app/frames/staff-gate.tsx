import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { useStaff } from '#web/lib/calls/admin-session.ts'
import { NothingHere } from './nothing-here.tsx'

/** Stands before what administrators and auditors see: the server says that it is them (R16), and that the password is their own (H34). */
export function StaffGate({ children }: { children: ReactNode }): ReactNode {
  const reading = useStaff(true)
  if (reading.error && [401, 403].includes(reading.error.status)) return <NothingHere ofStaff />
  // Who this is was known a moment ago; what stands behind the gate says by itself what cannot be read.
  return (
    <ReadingState reading={{ ...reading, stale: false }} loading={<LoadingScreen />}>
      {(staff) => (staff.mustChangePassword ? <Navigate to="/hatik" replace /> : <>{children}</>)}
    </ReadingState>
  )
}
