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
}

export const BUSINESS_PAGES: readonly BusinessPage[] = [
  { to: '/dashboard', name: 'dashboard', Icon: LayoutDashboard },
  { to: '/counter', name: 'counter', Icon: ScanQrCode },
  { to: '/buyers', name: 'buyers', Icon: UsersRound },
  { to: '/perks', name: 'perks', Icon: Gift },
  { to: '/reports', name: 'day', Icon: CalendarCheck },
  { to: '/figures', name: 'reports', Icon: ChartColumn },
  { to: '/people-and-tills', name: 'people', Icon: UserRoundCog },
  { to: '/edit-business', name: 'settings', Icon: Settings },
]
