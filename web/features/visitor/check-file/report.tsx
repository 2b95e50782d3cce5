import { CircleAlert, ShieldCheck } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { VerifyReport } from '#contracts/calls/proofs.ts'
import { Card } from '#web/components/lists/card.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { useFormat } from '#web/lib/words/use-format.ts'
import { PublishedCheck } from './published-check.tsx'

export function Report({ name, report }: { name: string; report: VerifyReport }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const heading = useRef<HTMLDivElement>(null)
  // The report may be below the screen.
  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [report])
  return (
    <div ref={heading} data-testid="report" className="flex flex-col gap-4">
      {report.ok ? (
        <Notice tone="good" icon={<ShieldCheck className="size-6" />} title={t('checkProof.intact', { name })}>
          {report.kind === 'statement'
            ? t('checkProof.intactStatement', { count: report.events, events: format.integer(report.events) })
            : t('checkProof.intactExport', { count: report.events, lines: format.integer(report.events) })}
        </Notice>
      ) : (
        <Notice
          tone="alarm"
          icon={<CircleAlert className="size-6" />}
          title={t(report.kind === null ? 'checkProof.noFile' : 'checkProof.touched', { name })}
        >
          {report.kind === null ? <span>{t('checkProof.noFileText')}</span> : <Problems problems={report.problems} />}
        </Notice>
      )}
      {report.kind !== null && <Facts report={report} />}
      {report.ok && <PublishedCheck report={report} />}
    </div>
  )
}

function Problems({ problems }: { problems: VerifyReport['problems'] }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <ol data-testid="problems" className="flex flex-col gap-1">
      {problems.map(({ line, problem }) => (
        <li key={`${line} ${problem}`}>
          <strong>{t('checkProof.line', { line: format.integer(line) })}</strong>{' '}
          <span>{t(`proofProblems.${problem}`)}</span>
        </li>
      ))}
    </ol>
  )
}

function Facts({ report }: { report: VerifyReport }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const { head } = report
  const facts: [string, string | null][] = [
    [t('checkProof.kind'), t(report.kind === 'statement' ? 'checkProof.kindStatement' : 'checkProof.kindExport')],
    [t('checkProof.events'), format.integer(report.events)],
    [t('checkProof.query'), report.query && JSON.stringify(report.query)],
    [t('checkProof.position'), report.position],
    [
      t('checkProof.head'),
      head &&
        t('checkProof.headOf', {
          count: head.size,
          size: format.integer(head.size),
          moment: format.moment(new Date(head.at)),
        }),
    ],
    [t('checkProof.root'), head && head.root],
    [t('checkProof.hash'), report.hash],
    [t('checkProof.key'), report.keyId],
  ]
  return (
    <Card title={t('checkProof.says')}>
      <dl className="flex flex-col gap-2">
        {facts.map(
          ([term, text]) =>
            text !== null && (
              <div key={term} className="grid gap-x-4 sm:grid-cols-[11rem_1fr]">
                <dt className="text-ink-soft">{term}</dt>
                <dd className="min-w-0 font-medium wrap-anywhere">{text}</dd>
              </div>
            ),
        )}
      </dl>
    </Card>
  )
}
