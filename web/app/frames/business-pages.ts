/** The pages of the business side in order. */
import {
  ChartColumn,
  CalendarCheck,
  Gift,
  LayoutDashboard,
  ScanQrCode,
  Settings,
  UserRoundCog,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'

export interface BusinessPage {
  to: string
  /** Its key is `businessNav.<name>`. */
  name: 'dashboard' | 'counter' | 'buyers' | 'perks' | 'day' | 'reports' | 'people' | 'settings'
  Icon: LucideIcon
  /** What the page is for: nobody is led there without the right to this call. */
  call: string
}

export const BUSINESS_PAGES: readonly BusinessPage[] = [
  { to: '/dashboard', name: 'dashboard', Icon: LayoutDashboard, call: 'GET /api/business/{id}/stats' },
  { to: '/counter', name: 'counter', Icon: ScanQrCode, call: 'GET /api/business/{id}/awards' },
  { to: '/buyers', name: 'buyers', Icon: UsersRound, call: 'GET /api/business/{id}/buyers/visits' },
  { to: '/perks', name: 'perks', Icon: Gift, call: 'GET /api/business/{id}/perks' },
  { to: '/reports', name: 'day', Icon: CalendarCheck, call: 'GET /api/business/{id}/reports/day' },
  { to: '/figures', name: 'reports', Icon: ChartColumn, call: 'GET /api/business/{id}/figures/daily' },
  { to: '/people-and-tills', name: 'people', Icon: UserRoundCog, call: 'GET /api/business/{id}/staff' },
  { to: '/edit-business', name: 'settings', Icon: Settings, call: 'PUT /api/business-profile/{userId}' },
]
