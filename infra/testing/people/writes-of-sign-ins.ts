/** Writes around signing in, each as a call to repeat: passkeys, second factor and browsers that are notified. */
import { beginTotp, codeOf, setUpTotp } from './authenticator.ts'
import { Person } from './person.ts'
import { once, type Call } from './repeated-call.ts'
import { SoftBrowser } from './soft-browser.ts'
import { addPasskey, loginOptions, passkeyOptions, SoftPasskey } from './soft-passkey.ts'
import { signInAgain, signInStaff } from './staff.ts'
import type { Product } from '../servers/test-product.ts'

const visitor = ({ address }: Product) => new Person(address, { id: 0, email: '' })

/** `product`: read when a call is made, because it starts after the lists of tests. */
export const writesOfSignIns = (product: () => Product): Record<string, () => Promise<Call>> => ({
  'POST /api/auth/passkeys/options': async () => once(await product().buyer(), 'POST', '/api/auth/passkeys/options'),
  'POST /api/auth/passkeys': async () => {
    const ani = await product().buyer()
    const credential = new SoftPasskey(product().address).made(await passkeyOptions(ani))
    return once(ani, 'POST', '/api/auth/passkeys', { name: 'Phone', credential })
  },
  'PATCH /api/auth/passkeys/{id}': async () => {
    const ani = await product().buyer()
    const { id } = await addPasskey(ani, product().address)
    return once(ani, 'PATCH', `/api/auth/passkeys/${id}`, { name: 'Tablet' })
  },
  'DELETE /api/auth/passkeys/{id}': async () => {
    const ani = await product().buyer()
    const { id } = await addPasskey(ani, product().address)
    return once(ani, 'DELETE', `/api/auth/passkeys/${id}`)
  },
  'POST /api/auth/second-factor/totp': async () =>
    once(await signInStaff(product(), 'admin'), 'POST', '/api/auth/second-factor/totp'),
  'POST /api/auth/second-factor/totp/activate': async () => {
    const own = await signInStaff(product(), 'admin')
    const code = codeOf(await beginTotp(own))
    return once(own, 'POST', '/api/auth/second-factor/totp/activate', { code })
  },
  'POST /api/auth/second-factor/totp/remove': async () => {
    const own = await signInStaff(product(), 'auditor')
    const { recoveryCodes } = await setUpTotp(own)
    return once(own, 'POST', '/api/auth/second-factor/totp/remove', { code: recoveryCodes[0] })
  },
  'POST /api/auth/second-factor': async () => {
    const own = await signInStaff(product(), 'auditor')
    const { recoveryCodes } = await setUpTotp(own)
    const again = await signInAgain(product().address, own)
    return once(again, 'POST', '/api/auth/second-factor', { code: recoveryCodes[0] })
  },
  'POST /api/auth/passkey-login/options': async () =>
    once(visitor(product()), 'POST', '/api/auth/passkey-login/options'),
  'POST /api/auth/passkey-login': async () => {
    const { passkey } = await addPasskey(await product().buyer(), product().address)
    const caller = visitor(product())
    return once(caller, 'POST', '/api/auth/passkey-login', passkey.signed(await loginOptions(caller), { counter: 7 }))
  },
  'PUT /api/push/subscriptions': async () =>
    once(await product().buyer(), 'PUT', '/api/push/subscriptions', new SoftBrowser().subscription()),
  'DELETE /api/push/subscriptions/{id}': async () => {
    const ani = await product().buyer()
    const { body } = await ani.write<{ id: string }>('PUT', '/api/push/subscriptions', new SoftBrowser().subscription())
    return once(ani, 'DELETE', `/api/push/subscriptions/${body.id}`)
  },
})
