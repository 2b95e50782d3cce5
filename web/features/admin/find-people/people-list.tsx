import { formatPhone } from '#web/lib/words/format-phone.ts'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { roleSchema, type Role } from '#contracts/calls/account/session.ts'
import { Badge, type BadgeTone } from '#web/components/lists/badge.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { PagedList } from '#web/components/lists/paged-list.tsx'
import { SearchBox } from '#web/components/inputs/search-box.tsx'
import { Select } from '#web/components/inputs/select.tsx'
import { Table } from '#web/components/lists/table.tsx'
import { useAdminUsers } from '#web/lib/calls/staff/admin-people.ts'
import { spacedCode } from '#web/lib/words/format.ts'
import { useCursors } from '#web/lib/reads/use-cursors.ts'
import { useFormat } from '#web/lib/words/use-format.ts'

const TONES: Record<Role, BadgeTone> = {
  buyer: 'neutral',
  business: 'leaf',
  manager: 'leaf',
  admin: 'pomegranate',
  auditor: 'apricot',
}

/** All accounts (H30). Searches are personal data, so the address does not hold them. */
export function PeopleList(): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const cursors = useCursors()
  const [filter, setFilter] = useState<{ search: string; role: Role | '' }>({ search: '', role: '' })

  function narrow(part: Partial<typeof filter>): void {
    cursors.restart()
    setFilter((before) => ({ ...before, ...part }))
  }

  return (
    <Card>
      <div className="mb-3 grid gap-3 sm:grid-cols-[1fr_auto]">
        <SearchBox label={t('adminPeople.search')} value={filter.search} onChange={(search) => narrow({ search })} />
        <Select
          aria-label={t('adminPeople.role')}
          value={filter.role}
          onChange={(event) => narrow({ role: event.currentTarget.value as Role | '' })}
        >
          <option value="">{t('adminPeople.anyRole')}</option>
          {roleSchema.options.map((role) => (
            <option key={role} value={role}>
              {t(`admin.roles.${role}`)}
            </option>
          ))}
        </Select>
      </div>
      <PagedList
        reading={useAdminUsers(filter, cursors.cursor)}
        cursors={cursors}
        items={(page) => page.users}
        empty={{ title: t('adminPeople.noneTitle'), text: t('adminPeople.noneText') }}
        of={t('admin.tabs.users')}
      >
        {(users) => (
          <Table
            caption={t('admin.tabs.users')}
            stacks
            rows={users}
            rowKey={({ id }) => id}
            columns={[
              { key: 'id', title: t('adminPeople.number'), cell: ({ id }) => id },
              {
                key: 'name',
                title: t('adminPeople.name'),
                cell: ({ firstName, lastName }) => (
                  <span className="block min-w-0 font-semibold wrap-anywhere sm:min-w-32">{`${firstName} ${lastName}`}</span>
                ),
              },
              {
                key: 'role',
                title: t('adminPeople.role'),
                cell: ({ role }) => <Badge tone={TONES[role]}>{t(`admin.roles.${role}`)}</Badge>,
              },
              {
                key: 'email',
                title: t('person.email'),
                cell: ({ email, emailVerified, phone }) => (
                  <div className="min-w-0 sm:min-w-40">
                    <span className="block wrap-anywhere">{email}</span>
                    {phone !== null && <span className="block text-small whitespace-nowrap">{formatPhone(phone)}</span>}
                    {!emailVerified && <span className="block text-small text-ink-soft">{t('admin.unverified')}</span>}
                  </div>
                ),
              },
              {
                key: 'code',
                title: t('adminPeople.code'),
                cell: ({ buyerId }) => (
                  <span className="whitespace-nowrap">{buyerId === null ? '—' : spacedCode(buyerId)}</span>
                ),
              },
              {
                key: 'since',
                title: t('adminPeople.since'),
                end: true,
                cell: ({ createdAt }) => <span className="whitespace-nowrap">{format.day(new Date(createdAt))}</span>,
              },
            ]}
          />
        )}
      </PagedList>
    </Card>
  )
}
