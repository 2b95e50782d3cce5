import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { Approvals } from '#web/features/admin/approve-businesses/approvals.tsx'
import { SettingsForm } from '#web/features/admin/change-settings/settings-form.tsx'
import { SelfCheckPage } from '#web/features/admin/check-ledger/self-check-page.tsx'
import { ConfirmAct } from '#web/features/person/confirm-act/confirm-act.tsx'
import { InvoiceList } from '#web/features/admin/confirm-invoices/invoice-list.tsx'
import { BusinessList } from '#web/features/admin/find-businesses/business-list.tsx'
import { PeopleList } from '#web/features/admin/find-people/people-list.tsx'
import { ReplayPage } from '#web/features/admin/rebuild-read-models/replay-page.tsx'
import { AccountReplayPage } from '#web/features/admin/replay-account/account-replay-page.tsx'
import { DeadLetterList } from '#web/features/admin/retry-mails/dead-letter-list.tsx'
import { AllVisits } from '#web/features/admin/see-all-visits/all-visits.tsx'
import { InvoiceRegister } from '#web/features/admin/see-invoice-register/invoice-register.tsx'
import { LogHeads } from '#web/features/admin/see-log-heads/log-heads.tsx'
import { TaskQueue } from '#web/features/admin/see-tasks/task-queue.tsx'
import { StartVisitButton } from '#web/features/admin/start-visit/start-visit-button.tsx'
import { ReviewList } from '#web/features/admin/take-down-reviews/review-list.tsx'
import { SystemOverview } from '#web/features/admin/watch-system/system-overview.tsx'
import { ReadProvider } from '#web/lib/reads/read-provider.tsx'
import { useUser } from '#web/lib/session/session.ts'
import { AdminFrame } from '../../frames/staff/admin-frame.tsx'
import { adminTabAt } from '../../frames/staff/admin-tabs.ts'
import { NoStaffPage } from '../../frames/nothing-here.tsx'
import { StaffGate } from '../../frames/staff/staff-gate.tsx'
import NotFoundPage from '../not-found.tsx'

/** /admin/dashboard and its tabs (R15, H30), for administrators only (R16). */
export default function AdminDashboardPage(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const { tab: path = '' } = useParams()
  const tab = adminTabAt(path)
  if (user === undefined) return <LoadingScreen />
  if (!tab) return <NotFoundPage />
  if (user?.role !== 'admin') return <NoStaffPage />
  return (
    <ReadProvider userId={user.id}>
      <StaffGate>
        <AdminFrame title={t(`admin.tabs.${tab.name}`)}>{screenOf(tab.name, user.id)}</AdminFrame>
        <ConfirmAct />
      </StaffGate>
    </ReadProvider>
  )
}

type TabName = NonNullable<ReturnType<typeof adminTabAt>>['name']

function screenOf(name: TabName, adminId: number): ReactNode {
  switch (name) {
    case 'overview':
      return <SystemOverview tasks={<TaskQueue />} />
    case 'approvals':
      return <Approvals />
    case 'businesses':
      return <BusinessList help={(business) => <StartVisitButton business={business} />} />
    case 'users':
      return <PeopleList />
    case 'invoices':
      return <InvoiceList below={<InvoiceRegister />} />
    case 'reviews':
      return <ReviewList />
    case 'mail':
      return <DeadLetterList />
    case 'visits':
      return <AllVisits />
    case 'selfCheck':
      return <SelfCheckPage />
    case 'replay':
      return <ReplayPage adminId={adminId} />
    case 'account':
      return <AccountReplayPage />
    case 'heads':
      return <LogHeads />
    case 'settings':
      return <SettingsForm />
  }
}
