import { CircleAlert, CircleCheck, ShieldCheck } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Heads, SignedHead } from '#contracts/calls/proofs.ts'
import { Badge } from '#web/components/lists/badge.tsx'
import { Button } from '#web/components/inputs/button.tsx'
import { Card } from '#web/components/lists/card.tsx'
import { FactLines } from '#web/components/lists/fact-lines.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { PagedList } from '#web/components/lists/paged-list.tsx'
import { continues, isHeadSigned, useHeads } from '#web/lib/calls/proofs.ts'
import { useCursors } from '#web/lib/reads/use-cursors.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useErrorWords } from '#web/lib/words/use-words.ts'

/** Signed tree heads, newest first. The browser verifies each signature and the consistency with the previous head. */
export function HeadList(): ReactNode {
  const { t } = useTranslation()
  const cursors = useCursors()
  return (
    <Card title={t('audit.heads')}>
      <p className="-mt-2 mb-3 text-ink-soft">{t('audit.headsText')}</p>
      <PagedList
        reading={useHeads(cursors.cursor)}
        cursors={cursors}
        items={(page) => page.heads}
        empty={{ title: t('audit.noHeads'), text: t('audit.noHeadsText') }}
        of={t('audit.heads')}
      >
        {(heads, page) => <CheckedHeads key={heads[0]?.size} page={page} />}
      </PagedList>
    </Card>
  )
}

/** By tree size: whether the signature and the consistency with the head below hold. */
type Results = Record<number, boolean>

function CheckedHeads({ page: { heads, keys } }: { page: Heads }): ReactNode {
  const { t } = useTranslation()
  const { forError } = useErrorWords()
  const [results, setResults] = useState<Results>({})
  const [running, setRunning] = useState(false)
  const [error, setError] = useState<unknown>()
  const open = useRef(true)
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
    }
  }, [])

  async function check(): Promise<void> {
    setRunning(true)
    setError(undefined)
    setResults({})
    try {
      for (const [index, head] of heads.entries()) {
        const older = heads[index + 1]
        const holds = (await isHeadSigned(head, keys)) && (older === undefined || (await continues(older, head)))
        if (!open.current) return
        setResults((before) => ({ ...before, [head.size]: holds }))
      }
    } catch (cause) {
      setError(cause)
    } finally {
      setRunning(false)
    }
  }

  const done = heads.filter(({ size }) => size in results)
  const allHold = done.length === heads.length && done.every(({ size }) => results[size])
  const someFail = done.some(({ size }) => !results[size])
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-4">
        <Button look="secondary" busy={running} onClick={() => void check()}>
          <ShieldCheck aria-hidden className="size-5" />
          <span>{t('audit.checkHeads')}</span>
        </Button>
        {running && (
          <span className="text-ink-soft">{t('audit.checkedHeads', { done: done.length, of: heads.length })}</span>
        )}
      </div>
      {allHold && <Notice tone="good" icon={<CircleCheck className="size-5" />} title={t('audit.headsHold')} />}
      {someFail && <Notice tone="alarm" icon={<CircleAlert className="size-5" />} title={t('audit.headsHoldNot')} />}
      {error !== undefined && (
        <Notice tone="alarm" icon={<CircleAlert className="size-5" />} title={t('checkProof.failed')}>
          {forError(error)}
        </Notice>
      )}
      <ol data-testid="heads" className="divide-y divide-line">
        {heads.map((head) => (
          <Head key={head.size} head={head} holds={results[head.size]} />
        ))}
      </ol>
    </div>
  )
}

function Head({ head, holds }: { head: SignedHead; holds: boolean | undefined }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <li className="flex flex-col gap-1 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="font-semibold">
          {t('audit.headOf', {
            count: head.size,
            size: format.integer(head.size),
            moment: format.moment(new Date(head.at)),
          })}
        </p>
        {holds !== undefined && (
          <Badge
            tone={holds ? 'leaf' : 'pomegranate'}
            icon={
              holds ? <CircleCheck aria-hidden className="size-4" /> : <CircleAlert aria-hidden className="size-4" />
            }
          >
            {t(holds ? 'audit.headHolds' : 'audit.headHoldsNot')}
          </Badge>
        )}
      </div>
      <FactLines
        soft
        facts={[
          [t('checkProof.root'), head.root],
          [t('eventPlaces.position'), head.position ?? '0'],
          [t('checkProof.key'), head.keyId],
        ]}
      />
    </li>
  )
}
