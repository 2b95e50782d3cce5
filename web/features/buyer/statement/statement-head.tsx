import { Download, FileCheck, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Statement } from '#contracts/calls/statement.ts'
import { buttonLook } from '#web/components/inputs/button.tsx'
import { DownloadLink } from '#web/components/inputs/download-link.tsx'
import { Fold } from '#web/components/dialogs/fold.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { toTenths } from '#web/lib/words/format.ts'
import { useLanguage } from '#web/lib/words/i18n.ts'
import { provenStatementFile } from '#web/lib/calls/proven-statement.ts'
import { statementFile, type Period } from '#web/lib/calls/statement.ts'
import { useFormat } from '#web/lib/words/use-format.ts'
import { useCheckedWords } from './use-checked-words.ts'

export interface StatementHeadProps {
  statement: Statement | undefined
  buyerUserId: number
  businessId: number
  /** Null if the days are in the wrong order; such a period has no file. */
  period: Period | null
}

/** Balance, the last check with its proof one tap deeper, and the files. */
export function StatementHead({ statement, buyerUserId, businessId, period }: StatementHeadProps): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  const checkedWords = useCheckedWords()
  const language = useLanguage()
  return (
    <section
      className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5 rounded-card border border-line bg-surface p-5 sm:p-6"
      aria-label={t('statement.balance')}
    >
      {/* Wraps beside the files, so that a late figure moves nothing. */}
      <div className="min-w-0 max-w-md">
        <p className="font-medium text-ink-soft">{t('statement.balance')}</p>
        {statement ? (
          <p data-testid="statement-balance" className="text-display font-bold">
            {format.points(toTenths(statement.balance))}
          </p>
        ) : (
          <Skeleton className="my-2 h-12 w-36" />
        )}
        {statement ? (
          <div data-testid="proof" className="flex items-start gap-2 text-small text-ink-soft">
            <ShieldCheck aria-hidden className="mt-3.5 size-4 shrink-0" />
            <Fold title={checkedWords(statement.asOf.lastCheckedAt)}>
              <Proof asOf={statement.asOf} file={provenStatementFile(businessId, buyerUserId)} />
            </Fold>
          </div>
        ) : (
          <Skeleton className="my-1 h-9 w-64 max-w-full" />
        )}
      </div>
      <div role="group" aria-label={t('statement.download')} className="flex flex-wrap items-center gap-2 print:hidden">
        <span aria-hidden className="max-sm:w-full text-small text-ink-soft">
          {t('statement.download')}
        </span>
        {period &&
          (['pdf', 'csv'] as const).map((kind) => (
            <DownloadLink
              key={kind}
              href={statementFile(buyerUserId, businessId, period, kind, language)}
              icon={<Download aria-hidden className="size-5" />}
              className={buttonLook('secondary')}
              tooLarge={t('statement.tooLong')}
            >
              {t(`statement.${kind}`)}
            </DownloadLink>
          ))}
      </div>
    </section>
  )
}

/** For those who want to check it themselves. */
function Proof({ asOf, file }: { asOf: Statement['asOf']; file: string }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className="flex flex-col items-start gap-3 pb-1">
      <p>{t('statement.position', { position: asOf.position ?? '0', moment: format.moment(new Date(asOf.at)) })}</p>
      <p className="print:hidden">{t('statement.provenText')}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
        <DownloadLink
          href={file}
          icon={<FileCheck aria-hidden className="size-5" />}
          className={buttonLook('secondary', 'regular', 'text-ink')}
        >
          {t('statement.proven')}
        </DownloadLink>
        <Link to="/verify" className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
          {t('statement.checkFile')}
        </Link>
      </div>
    </div>
  )
}
