import { Suspense, type ReactNode } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { LoadingScreen } from '#web/components/feedback/loading-screen.tsx'
import { lazyPage } from '#web/lib/api/lazy-page.ts'
import { AwardSender } from './monitors/award-sender.tsx'
import { Layout } from './frames/layout.tsx'
import { TrialMonitor } from './monitors/trial-monitor.tsx'

const HomePage = lazyPage(() => import('./routes/home.tsx'), ['site', 'shops'])
const AuthPage = lazyPage(() => import('./routes/auth.tsx'), ['people', 'person'])
const ForgotPasswordPage = lazyPage(() => import('./routes/forgot-password.tsx'), ['people', 'person', 'fields'])
const ResetPasswordPage = lazyPage(() => import('./routes/reset-password.tsx'), ['people', 'person', 'fields'])
const VerifyEmailPage = lazyPage(() => import('./routes/verify-email.tsx'), ['people', 'person', 'fields'])
const BusinessRegistrationPage = lazyPage(
  () => import('./routes/business-registration.tsx'),
  ['registration', 'person'],
)
const EditProfilePage = lazyPage(() => import('./routes/edit-profile.tsx'))
const PricingPage = lazyPage(() => import('./routes/pricing.tsx'), ['pricing'])
const BillingPage = lazyPage(() => import('./routes/billing.tsx'))
const EditBusinessPage = lazyPage(() => import('./routes/edit-business.tsx'))
const FiguresPage = lazyPage(() => import('./routes/figures.tsx'))
const EventsPage = lazyPage(() => import('./routes/events.tsx'))
const DashboardPage = lazyPage(() => import('./routes/dashboard.tsx'))
const BusinessesPage = lazyPage(() => import('./routes/businesses.tsx'), ['shops'])
const BusinessPage = lazyPage(() => import('./routes/business.tsx'), ['shops'])
const StatementPage = lazyPage(() => import('./routes/statement.tsx'))
const TimeTravelPage = lazyPage(() => import('./routes/time-travel.tsx'), ['staff', 'events', 'pricing'])
const AboutPage = lazyPage(() => import('./routes/about.tsx'), ['site'])
const ContactPage = lazyPage(() => import('./routes/contact.tsx'), ['site'])
const LegalPage = lazyPage(() => import('./routes/legal.tsx'), ['site'])
const AdminSignInPage = lazyPage(() => import('./routes/admin-sign-in.tsx'), ['people', 'person', 'fields', 'staff'])
const AdminDashboardPage = lazyPage(
  () => import('./routes/admin-dashboard.tsx'),
  ['shops', 'pricing', 'person', 'registration', 'fields', 'rest', 'staff'],
)
const AuditMovementsPage = lazyPage(() => import('./routes/audit/audit-movements.tsx'), ['audit', 'fields', 'rest'])
const AuditEventPage = lazyPage(() => import('./routes/audit/audit-event.tsx'), ['audit', 'rest'])
const AuditBalancePage = lazyPage(() => import('./routes/audit/audit-balance.tsx'), ['audit', 'rest'])
const AuditVisitsPage = lazyPage(() => import('./routes/audit/audit-visits.tsx'), ['audit', 'rest'])
const AuditActsPage = lazyPage(() => import('./routes/audit/audit-acts.tsx'), ['audit', 'events', 'pricing', 'rest'])
const AuditHeadsPage = lazyPage(() => import('./routes/audit/audit-heads.tsx'), ['audit', 'rest'])
const VerifyPage = lazyPage(() => import('./routes/verify.tsx'), ['audit'])
const NotFoundPage = lazyPage(() => import('./routes/not-found.tsx'), [])

/** Every address of the app, one route file each; each is fetched when it is first opened, `lazyPage` together with its words. */
export function Router(): ReactNode {
  return (
    <BrowserRouter>
      <TrialMonitor />
      <AwardSender />
      <Layout>
        <Suspense fallback={<LoadingScreen />}>
          <Routes>
            <Route path="/" element={<HomePage />} />
            <Route path="/auth" element={<AuthPage />} />
            <Route path="/forgot-password" element={<ForgotPasswordPage />} />
            <Route path="/reset-password" element={<ResetPasswordPage />} />
            <Route path="/verify-email" element={<VerifyEmailPage />} />
            <Route path="/business-registration" element={<BusinessRegistrationPage />} />
            <Route path="/edit-profile" element={<EditProfilePage />} />
            <Route path="/pricing" element={<PricingPage />} />
            <Route path="/billing" element={<BillingPage />} />
            <Route path="/edit-business" element={<EditBusinessPage />} />
            <Route path="/figures" element={<FiguresPage />} />
            <Route path="/figures/events" element={<EventsPage />} />
            <Route path="/dashboard" element={<DashboardPage />} />
            <Route path="/businesses" element={<BusinessesPage />} />
            <Route path="/business-directory" element={<BusinessesPage />} />
            <Route path="/business/:slug" element={<BusinessPage />} />
            <Route path="/statement/:id" element={<StatementPage />} />
            <Route path="/time-travel/:id" element={<TimeTravelPage />} />
            <Route path="/about" element={<AboutPage />} />
            <Route path="/contact" element={<ContactPage />} />
            <Route path="/legal/:name" element={<LegalPage />} />
            <Route path="/hatik" element={<AdminSignInPage />} />
            <Route path="/admin/dashboard" element={<AdminDashboardPage />} />
            <Route path="/admin/dashboard/:tab" element={<AdminDashboardPage />} />
            <Route path="/audit/movements" element={<AuditMovementsPage />} />
            <Route path="/audit/events/:position" element={<AuditEventPage />} />
            <Route path="/audit/balance" element={<AuditBalancePage />} />
            <Route path="/audit/visits" element={<AuditVisitsPage />} />
            <Route path="/audit/acts" element={<AuditActsPage />} />
            <Route path="/audit/heads" element={<AuditHeadsPage />} />
            <Route path="/verify" element={<VerifyPage />} />
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </Layout>
    </BrowserRouter>
  )
}
