/** Registers a business as the app's form does (R102-R107). */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Answer } from './person.ts'
import { PASSWORD } from '../servers/test-product.ts'

/** All fields but the address, for a company, which needs no ID document. */
export const REGISTRATION = {
  firstName: 'Մարիամ',
  lastName: 'Սրճարան',
  phone: '091 12 34 56',
  password: PASSWORD,
  confirmPassword: PASSWORD,
  legalStatus: 'llc',
  taxId: '12345678',
  businessName: 'Կոֆե Տուն',
  industry: 'Restaurant',
  description: 'Սուրճ',
  website: 'kofe-tun.am',
  language: 'am',
}

/** Undefined omits the field. */
export type RegistrationChange = Record<string, string | undefined>
export type Upload = { bytes: Uint8Array; name?: string; type?: string; field?: string }

/** With a new address unless given. */
export async function registerBusiness(
  address: string,
  {
    change = {},
    upload,
    key = randomUUID(),
    ip,
  }: {
    change?: RegistrationChange | undefined
    upload?: Upload | undefined
    key?: string | undefined
    ip?: string
  } = {},
): Promise<Answer<{ id: number; slug: string }> & { email: string }> {
  const email = change['email'] ?? `cafe-${randomBytes(5).toString('hex')}@hatik.test`
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...REGISTRATION, email, ...change }))
    if (value !== undefined) form.append(name, value)
  if (upload)
    form.append(
      upload.field ?? 'idDocument',
      new Blob([upload.bytes as Uint8Array<ArrayBuffer>], { type: upload.type ?? 'image/png' }),
      upload.name ?? 'id.png',
    )
  const response = await fetch(`${address}/api/auth/business-register`, {
    method: 'POST',
    body: form,
    headers: { 'idempotency-key': key, ...(ip !== undefined && { 'x-forwarded-for': ip }) },
  })
  return {
    status: response.status,
    body: (await response.json()) as never,
    headers: response.headers,
    token: null,
    email,
  }
}
