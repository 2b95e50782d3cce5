import type audit from '../../locales/en/audit.json'
import type events from '../../locales/en/events.json'
import type fields from '../../locales/en/fields.json'
import type first from '../../locales/en/first.json'
import type people from '../../locales/en/people.json'
import type person from '../../locales/en/person.json'
import type pricing from '../../locales/en/pricing.json'
import type registration from '../../locales/en/registration.json'
import type rest from '../../locales/en/rest.json'
import type shops from '../../locales/en/shops.json'
import type site from '../../locales/en/site.json'
import type staff from '../../locales/en/staff.json'

/** The words of all namespaces, by section: no two namespaces share one. */
export type Words = typeof audit &
  typeof events &
  typeof fields &
  typeof first &
  typeof people &
  typeof person &
  typeof pricing &
  typeof registration &
  typeof rest &
  typeof shops &
  typeof site &
  typeof staff
