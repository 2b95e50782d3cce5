import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Settings } from '#contracts/calls/staff/admin-settings.ts'
import { LEGAL_STATUSES } from '#contracts/pages/kind-names.ts'
import { PLANS_IN_ORDER } from '#contracts/pages/plans.ts'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { ReadingState } from '#web/components/feedback/reading-state.tsx'
import { ReasonDialog } from '#web/components/dialogs/reason-dialog.tsx'
import { LONG_TOAST_MS, toast } from '#web/components/feedback/toast.tsx'
import { putSettings, READS_AFTER_SETTINGS, useSettings } from '#web/lib/calls/staff/admin-system.ts'
import { useRefresh } from '#web/lib/reads/read.ts'
import { useAction } from '#web/lib/forms/use-action.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'
import { PlanTerms } from './plan-terms.tsx'
import { RedemptionEnd } from './redemption-end.tsx'
import { SellerCard } from './seller-card.tsx'
import { fieldsOf, keepTyped, settingsOf, wrongFields, type SettingsFields } from './settings-rules.ts'

/** Invoice issuer, plan terms, automatic approvals and the expiry of codes (H5, H21, H36, H37). */
export function SettingsForm(): ReactNode {
  const [typed, setTyped] = useState<Typed>()
  // Newly saved settings, also another administrator's, replace the form, except for fields that only this one changed.
  return (
    <ReadingState reading={useSettings()}>
      {(settings) => <Form key={JSON.stringify(settings)} settings={settings} before={typed} onTyped={setTyped} />}
    </ReadingState>
  )
}

/** The form's fields, and the settings it started with. */
type Typed = { fields: SettingsFields; were: SettingsFields }

/** `before`: what was typed over the previous settings. */
function Form({
  settings,
  before,
  onTyped,
}: {
  settings: Settings
  before: Typed | undefined
  onTyped: (typed: Typed | undefined) => void
}): ReactNode {
  const { t } = useTranslation()
  const words = useErrorWords()
  const refresh = useRefresh()
  const action = useAction(putSettings)
  const [fields, setFields] = useState<SettingsFields>(() => {
    const now = fieldsOf(settings)
    return before ? keepTyped(before.fields, before.were, now) : now
  })
  useEffect(() => onTyped({ fields, were: fieldsOf(settings) }), [onTyped, fields, settings])
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [asking, setAsking] = useState(false)
  const changed = JSON.stringify(fields) !== JSON.stringify(fieldsOf(settings))

  /** Reports a refused field until it is corrected, and none while it is being typed. */
  function change(typed: SettingsFields): void {
    setFields(typed)
    const refused = wrongFields(typed)
    setWrong(wrong.filter((name) => refused.includes(name)))
  }

  function ask(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const found = wrongFields(fields)
    setWrong(found)
    const first = found[0]
    if (first === undefined) return setAsking(true)
    event.currentTarget.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
  }

  async function save(reason: string): Promise<void> {
    const input = settingsOf(fields)
    if (!input) return
    try {
      await action.run({ ...input, before: settings, reason })
      onTyped(undefined)
      setAsking(false)
      toast.success(t('adminSystem.saved'))
    } catch (error) {
      toast.error(t('admin.failed'), { description: words.forError(error), durationMs: LONG_TOAST_MS })
    }
    void refresh(READS_AFTER_SETTINGS)
  }

  return (
    <form noValidate onSubmit={ask} className="flex flex-col gap-4">
      <SellerCard
        typed={fields.seller}
        isSet={fields.sellerIsSet}
        wrong={wrong}
        onType={(field, value) => change({ ...fields, seller: { ...fields.seller, [field]: value } })}
      />
      {PLANS_IN_ORDER.map((plan) => (
        <PlanTerms
          key={plan}
          plan={plan}
          typed={fields.plans[plan]}
          wrong={wrong}
          onType={(term, value) =>
            change({ ...fields, plans: { ...fields.plans, [plan]: { ...fields.plans[plan], [term]: value } } })
          }
        />
      ))}
      <Card title={t('adminSystem.autoApprove')}>
        <p className="mb-2 text-ink-soft">{t('adminSystem.autoApproveText')}</p>
        <ul>
          {LEGAL_STATUSES.map((status) => (
            <li key={status}>
              <label className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="checkbox"
                  name={status}
                  checked={fields.autoApprove[status]}
                  className="size-5 shrink-0 accent-pomegranate"
                  onChange={(event) =>
                    change({ ...fields, autoApprove: { ...fields.autoApprove, [status]: event.currentTarget.checked } })
                  }
                />
                <span>{t(`legalStatuses.${status}`)}</span>
              </label>
            </li>
          ))}
        </ul>
      </Card>
      <RedemptionEnd
        typed={fields.redemptionTtlDays}
        wrong={wrong.includes('redemptionTtlDays')}
        onType={(redemptionTtlDays) => change({ ...fields, redemptionTtlDays })}
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        {!changed && <p className="text-small text-ink-soft">{t('adminSystem.unchanged')}</p>}
        <Button type="submit" size="large" disabled={!changed}>
          {t('adminSystem.save')}
        </Button>
      </div>
      <ReasonDialog
        open={asking}
        title={t('adminSystem.saveTitle')}
        description={t('adminSystem.saveText')}
        go={t('adminSystem.save')}
        look="primary"
        busy={action.running}
        onClose={() => setAsking(false)}
        onGo={(reason) => void save(reason)}
      />
    </form>
  )
}
