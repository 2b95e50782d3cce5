import type { PasskeyEntry } from '#contracts/calls/account/passkeys.ts'
import type { Passkey } from '#accounts/passkeys.ts'

export const shownPasskey = ({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyEntry => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
