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
import { ROUTES } from '../route-table.ts'

export interface BusinessPage {
  to: string
  /** Its key is `businessNav.<name>`. */
  name: 'dashboard' | 'counter' | 'buyers' | 'perks' | 'day' | 'reports' | 'people' | 'settings'
  Icon: LucideIcon
}

/** Also pages that the route table does not have. */
export const ALL_BUSINESS_PAGES: readonly BusinessPage[] = [
  { to: '/dashboard', name: 'dashboard', Icon: LayoutDashboard },
  { to: '/counter', name: 'counter', Icon: ScanQrCode },
  { to: '/buyers', name: 'buyers', Icon: UsersRound },
  { to: '/perks', name: 'perks', Icon: Gift },
  { to: '/reports', name: 'day', Icon: CalendarCheck },
  { to: '/figures', name: 'reports', Icon: ChartColumn },
  { to: '/people-and-tills', name: 'people', Icon: UserRoundCog },
  { to: '/edit-business', name: 'settings', Icon: Settings },
]

/** Those of the route table, so that no link is dead. */
export const BUSINESS_PAGES = ALL_BUSINESS_PAGES.filter(({ to }) => ROUTES.some(({ path }) => path === to))
