import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AdminBusiness } from '#contracts/calls/staff/admin.ts'
import { CODE_INPUT_MAX, isBuyerCode, normaliseCode } from '#contracts/units/codes.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Field } from '#web/components/inputs/field.tsx'
import { Input } from '#web/components/inputs/input.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { focusSubmit } from '#web/lib/forms/following-form.ts'
import { useBusinessName } from '#web/lib/words/use-business-name.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { lookUpAccount } from './look-up-account.ts'

export interface FindAccountProps {
  /** From the address; may be empty. */
  business: string
  buyer: string
  onFound: (account: { businessId: number; buyerId: number }) => void
  isReading: boolean
}

type Wrong = { field: 'business' | 'buyer'; text: string }

const addressOf = (business: string | number, buyer: string | number): string => `${business} ${buyer}`

/** Takes the buyer's code, and the business by name, e-mail or number; offers several matches. */
export function FindAccount({ business, buyer, onFound, isReading }: FindAccountProps): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const nameOf = useBusinessName()
  const [code, setCode] = useState('')
  const [named, setNamed] = useState(business)
  const [wrong, setWrong] = useState<Wrong>()
  const [offered, setOffered] = useState<readonly AdminBusiness[]>([])
  const [searching, setSearching] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  // The field follows the address. Remounting the form would lose the typed code and the focus.
  const address = addressOf(business, buyer)
  const [followed, setFollowed] = useState(address)
  const [found, setFound] = useState<string>()
  if (followed !== address) {
    setFollowed(address)
    setNamed(business)
    // Back or a link: the code is another account's.
    if (found !== address) setCode('')
    setFound(undefined)
    setWrong(undefined)
    setOffered([])
  }

  async function find(wanted: string): Promise<void> {
    const buyerCode = normaliseCode(code)
    setOffered([])
    if (!isBuyerCode(buyerCode)) return setWrong({ field: 'buyer', text: t('accountReplay.codeWrong') })
    if (wanted === '') return setWrong({ field: 'business', text: t('accountReplay.businessRequired') })
    setWrong(undefined)
    setSearching(true)
    try {
      const { buyerId, businessId, offered: fitting } = await lookUpAccount(buyerCode, wanted)
      toast.over(t('admin.failed'))
      setOffered(fitting)
      if (buyerId === undefined) return setWrong({ field: 'buyer', text: t('dashboardErrors.buyer_not_found') })
      if (businessId !== undefined) {
        setFound(addressOf(businessId, buyerId))
        return onFound({ businessId, buyerId })
      }
      if (fitting.length === 0) setWrong({ field: 'business', text: t('errors.business_not_found') })
    } catch (error) {
      toast.error(t('admin.failed'), { description: words.forError(error), durationMs: LONG_TOAST_MS })
    } finally {
      setSearching(false)
    }
  }

  /** The chosen offer disappears, so the focus moves to the form. */
  function choose(id: number): void {
    focusSubmit(element)
    void find(String(id))
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    void find(named.trim())
  }

  return (
    <form ref={element} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={t('accountReplay.code')} error={wrong?.field === 'buyer' ? wrong.text : undefined}>
          {(ids) => (
            <Input
              {...ids}
              name="buyer"
              value={code}
              placeholder={t('accountReplay.codeExample')}
              autoComplete="off"
              spellCheck={false}
              maxLength={CODE_INPUT_MAX}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field
          label={t('accountReplay.business')}
          hint={t('accountReplay.businessHint')}
          error={wrong?.field === 'business' ? wrong.text : undefined}
        >
          {(ids) => (
            <Input
              {...ids}
              name="business"
              value={named}
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
              onChange={(event) => setNamed(event.currentTarget.value)}
            />
          )}
        </Field>
      </div>
      {offered.length > 0 && (
        <div role="group" aria-label={t('accountReplay.which')}>
          <p className="mb-2 font-semibold">{t('accountReplay.which')}</p>
          <div className="flex flex-wrap gap-2">
            {offered.map(({ id, businessName, status }) => (
              <Button key={id} look="secondary" onClick={() => choose(id)}>
                <span className="min-w-0 wrap-anywhere">
                  {status === 'closed' ? `${nameOf({ businessName, closed: true })} · ${id}` : businessName}
                </span>
              </Button>
            ))}
          </div>
        </div>
      )}
      <Button type="submit" className="self-start" busy={searching || isReading}>
        {t('accountReplay.replay')}
      </Button>
    </form>
  )
}
