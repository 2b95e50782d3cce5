/** The administrator's tabs in order, each with its own address (H30). */
import {
  BadgeCheck,
  Building2,
  ClipboardCheck,
  Eye,
  FileStack,
  Gauge,
  History,
  Mails,
  MessageSquareText,
  ReceiptText,
  Settings,
  ShieldCheck,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import type { Overview } from '#contracts/calls/staff/admin.ts'

interface AdminTab {
  /** The address's last part, empty for the first tab; the name's key is `admin.tabs.<name>`. */
  path: string
  name:
    | 'overview'
    | 'approvals'
    | 'businesses'
    | 'users'
    | 'invoices'
    | 'reviews'
    | 'mail'
    | 'visits'
    | 'selfCheck'
    | 'replay'
    | 'account'
    | 'heads'
    | 'settings'
  Icon: LucideIcon
  /** Number of items that wait for an administrator. */
  waiting?: (overview: Overview) => number
}

export const ADMIN_TABS: readonly AdminTab[] = [
  { path: '', name: 'overview', Icon: Gauge },
  { path: 'approvals', name: 'approvals', Icon: BadgeCheck, waiting: ({ approvals }) => approvals.waiting },
  { path: 'businesses', name: 'businesses', Icon: Building2 },
  { path: 'users', name: 'users', Icon: UsersRound },
  { path: 'invoices', name: 'invoices', Icon: ReceiptText, waiting: ({ openInvoices }) => openInvoices },
  { path: 'reviews', name: 'reviews', Icon: MessageSquareText },
  { path: 'mail', name: 'mail', Icon: Mails, waiting: ({ deadMails }) => deadMails },
  { path: 'visits', name: 'visits', Icon: Eye, waiting: ({ visitsRunning }) => visitsRunning },
  { path: 'self-check', name: 'selfCheck', Icon: ClipboardCheck, waiting: ({ selfCheck }) => selfCheck.differences },
  { path: 'replay', name: 'replay', Icon: FileStack },
  { path: 'account', name: 'account', Icon: History },
  { path: 'log-heads', name: 'heads', Icon: ShieldCheck },
  { path: 'settings', name: 'settings', Icon: Settings },
]

export const adminTabAt = (path: string): AdminTab | undefined => ADMIN_TABS.find((tab) => tab.path === path)
export const adminAddress = (path: string): string => (path === '' ? '/admin/dashboard' : `/admin/dashboard/${path}`)
