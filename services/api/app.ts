/** The API's table of contents: every plugin and every route is registered here by hand, in the order of the product. */
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type RawReplyDefaultExpression, type RawRequestDefaultExpression, type RawServerDefault } from 'fastify'
import multipart from '@fastify/multipart'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { randomUUID } from 'node:crypto'
import { beforeRouting } from './before-routing.ts'
import type { Deps } from './deps.ts'
import { behindProxy } from './plugins/behind-proxy.ts'
import { consistency } from './plugins/consistency.ts'
import { delivery } from './plugins/delivery.ts'
import { errors } from './plugins/errors.ts'
import { keptAnswers } from './plugins/kept-answers.ts'
import { knownMethods } from './plugins/known-methods.ts'
import { openApi } from './plugins/open-api.ts'
import { QUEUE_BOARD_PATH, queueBoard } from './plugins/queue-board.ts'
import { originCheck } from './plugins/origin-check.ts'
import { readableText } from './plugins/readable-text.ts'
import { rateLimits } from './plugins/rate-limit.ts'
import { securityHeaders } from './plugins/security-headers.ts'
import { sessions } from './plugins/sessions.ts'
import { supportVisits } from './plugins/support-visits.ts'
import { turns } from './plugins/turns.ts'
import { unusedConnections } from './plugins/unused-connections.ts'
import { webApp } from './plugins/web-app.ts'
import { accountReplay } from './routes/admin/account-replay.ts'
import { approve, reinstate, reject, suspend } from './routes/admin/business-status.ts'
import { adminBusinesses, approvals, readAdminBusiness } from './routes/admin/businesses.ts'
import { changeVisitMode, exitVisit, startVisit, visitStatus } from './routes/admin/impersonation.ts'
import { adminProjections, adminQueues, overview } from './routes/admin/overview.ts'
import { adminUsers, deadLetters, retryDeadLetter } from './routes/admin/people-and-mails.ts'
import { beginReplay, compareReplay, discardReplay, readReplays, switchReplay } from './routes/admin/replay.ts'
import { adminReadiness } from './routes/admin/readiness.ts'
import { adminReviews, adminTakeDownReview } from './routes/admin/reviews.ts'
import { askSelfCheck, readSelfCheck } from './routes/admin/self-check.ts'
import { putSettings, readSettings } from './routes/admin/settings.ts'
import { adminMe, adminPassword, adminSignIn } from './routes/admin/sign-in.ts'
import { adminVoidAward } from './routes/admin/void-award.ts'
import { travelHistory, travelStep, travelToAccount, travelToBuyers, travelToDashboard } from './routes/admin/time-travel.ts'
import { forgotPassword, resendVerification } from './routes/auth/ask-for-mail.ts'
import { businessRegister } from './routes/auth/business-register.ts'
import { deleteAccount } from './routes/auth/delete-account.ts'
import { auditActs } from './routes/audit/acts.ts'
import { balanceSheet } from './routes/audit/balance-sheet.ts'
import { auditChain, auditEvent } from './routes/audit/events.ts'
import { auditExport } from './routes/audit/export.ts'
import { auditInclusion } from './routes/audit/inclusion.ts'
import { auditMovements } from './routes/audit/movements.ts'
import { adminVisits, auditVisits } from './routes/audit/visits.ts'
import { login } from './routes/auth/login.ts'
import { logout } from './routes/auth/logout.ts'
import { me } from './routes/auth/me.ts'
import { ownProfile, profile } from './routes/auth/profile.ts'
import { reset } from './routes/auth/reset-password.ts'
import { ownSessions } from './routes/auth/sessions.ts'
import { signup } from './routes/auth/signup.ts'
import { verify } from './routes/auth/verify-email.ts'
import { idDocument } from './routes/admin/id-document.ts'
import { confirmInvoice } from './routes/admin/invoices/confirm.ts'
import { listInvoices } from './routes/admin/invoices/list.ts'
import { plans } from './routes/billing/plans.ts'
import { awardPoints } from './routes/business/award-points.ts'
import { awards } from './routes/business/awards.ts'
import { buyers } from './routes/business/buyers.ts'
import { changePerk } from './routes/business/change-perk.ts'
import { cancelSubscription, changeSubscription } from './routes/business/change-subscription.ts'
import { createPerk } from './routes/business/create-perk.ts'
import { deletePerk } from './routes/business/delete-perk.ts'
import { invoicePdf } from './routes/business/invoice-pdf.ts'
import { invoices } from './routes/business/invoices.ts'
import { perks } from './routes/business/perks.ts'
import { stats } from './routes/business/stats.ts'
import { subscription } from './routes/business/subscription.ts'
import { supportVisitsOfBusiness } from './routes/business/support-visits.ts'
import { voidAward } from './routes/business/void-award.ts'
import { verifyRedemption } from './routes/business/verify-redemption.ts'
import { dailyFigures } from './routes/business/figures/daily.ts'
import { liabilityBook, liabilityBookCsv } from './routes/business/figures/book.ts'
import { businessMovements } from './routes/business/figures/movements.ts'
import { editProfile } from './routes/business-profile/edit.ts'
import { logo } from './routes/business-profile/logo.ts'
import { readProfile } from './routes/business-profile/read.ts'
import { uploadLogo } from './routes/business-profile/upload-logo.ts'
import { availablePerks } from './routes/buyer/available-perks.ts'
import { cancelRedemption } from './routes/buyer/cancel-redemption.ts'
import { points } from './routes/buyer/points.ts'
import { redeem } from './routes/buyer/redeem.ts'
import { redemptions } from './routes/buyer/redemptions.ts'
import { verifyBuyer } from './routes/buyer/verify.ts'
import { devInbox } from './routes/dev/inbox.ts'
import { live } from './routes/health/live.ts'
import { ready } from './routes/health/ready.ts'
import { accountChecked } from './routes/ledger/checked.ts'
import { ledgerConsistency, ledgerHeads } from './routes/ledger/heads.ts'
import { ledgerStatement } from './routes/ledger/statement.ts'
import { businessPage } from './routes/public/business-page.ts'
import { directory } from './routes/public/directory.ts'
import { manifest } from './routes/public/manifest.ts'
import { pictures } from './routes/public/pictures.ts'
import { robots } from './routes/public/robots.ts'
import { sitemap } from './routes/public/sitemap.ts'
import { changeReview } from './routes/reviews/change-review.ts'
import { createReview } from './routes/reviews/create-review.ts'
import { deleteReview } from './routes/reviews/delete-review.ts'
import { listReviews } from './routes/reviews/list-reviews.ts'
import { liveStream } from './routes/live/stream.ts'
import { rating } from './routes/reviews/rating.ts'
import { balanceAsOf } from './routes/statement/balance-as-of.ts'
import { downloadStatement } from './routes/statement/download.ts'
import { statement } from './routes/statement/statement.ts'

export type App = FastifyInstance<RawServerDefault, RawRequestDefaultExpression, RawReplyDefaultExpression, FastifyBaseLogger, ZodTypeProvider>

/** What holds for the API goes by how an address begins: one that the router takes for the API's is written like that. */
const API_OTHERWISE_WRITTEN = /^(?:https?:\/\/[^/?]*)?\/(?:a|%61)(?:p|%70)(?:i|%69)(?=\/)/

/** The address of a page that cannot be decoded is one where nothing is: each of its % stands for itself, and a person is told by a page. */
function readableUrl(written: string): string {
  const url = written.replace(API_OTHERWISE_WRITTEN, '/api')
  const [address = '/', ...query] = url.split('?')
  if (address.startsWith('/api/')) return url
  try {
    decodeURIComponent(address)
    return url
  } catch {
    return [address.replaceAll('%', '%25'), ...query].join('?')
  }
}

/** No specified body is larger; uploads bring their own limit. */
const BODY_LIMIT_BYTES = 64 * 1024

export async function buildApp(deps: Deps): Promise<App> {
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => randomUUID(),
    requestTimeout: 30_000,
    // Without it all people behind a proxy would be one caller, and share one limit of sign-ins.
    trustProxy: deps.env.TRUSTED_PROXIES.length > 0 && [...deps.env.TRUSTED_PROXIES],
    // Longer than any load balancer keeps an idle connection, so that the balancer is the one to close it.
    keepAliveTimeout: 75_000,
    // Whoever comes over a connection that was open when this began to end is served like all others.
    return503OnClosing: false,
    ...beforeRouting,
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    routerOptions: { maxParamLength: 128, ignoreTrailingSlash: true },
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)

  await app.register(turns)
  await app.register(unusedConnections)
  await app.register(behindProxy, { env: deps.env })
  await app.register(errors)
  await app.register(readableText)
  await app.register(securityHeaders, { env: deps.env })
  await app.register(delivery)
  await app.register(knownMethods)
  await app.register(originCheck, { env: deps.env })
  await app.register(sessions, { env: deps.env, redis: deps.redis, store: deps.sessions })
  await app.register(keptAnswers, { env: deps.env, redis: deps.redis })
  await app.register(supportVisits, { deps })
  await app.register(rateLimits, { env: deps.env, redis: deps.redis })
  await app.register(consistency, { positions: deps.positions })
  await app.register(openApi, { env: deps.env })
  // Each route that takes a file states its own limits.
  await app.register(multipart, { limits: { files: 0, fields: 0 } })

  await app.register(async (api: App) => {
    live(api)
    ready(api, deps)

    login(api, deps)
    logout(api, deps)
    me(api, deps)
    signup(api, deps)
    verify(api, deps)
    resendVerification(api, deps)
    forgotPassword(api, deps)
    reset(api, deps)
    ownProfile(api, deps)
    profile(api, deps)
    ownSessions(api, deps)
    deleteAccount(api, deps)
    businessRegister(api, deps)

    readProfile(api, deps)
    editProfile(api, deps)
    uploadLogo(api, deps)
    logo(api, deps)
    awardPoints(api, deps)
    awards(api, deps)
    voidAward(api, deps)
    verifyRedemption(api, deps)
    buyers(api, deps)
    stats(api, deps)
    subscription(api, deps)
    supportVisitsOfBusiness(api, deps)
    perks(api, deps)
    createPerk(api, deps)
    changePerk(api, deps)
    deletePerk(api, deps)

    dailyFigures(api, deps)
    liabilityBook(api, deps)
    liabilityBookCsv(api, deps)
    businessMovements(api, deps)

    plans(api, deps)
    changeSubscription(api, deps)
    cancelSubscription(api, deps)
    invoices(api, deps)
    invoicePdf(api, deps)
    listInvoices(api, deps)
    confirmInvoice(api, deps)

    verifyBuyer(api, deps)
    points(api, deps)
    availablePerks(api, deps)
    redemptions(api, deps)
    redeem(api, deps)
    cancelRedemption(api, deps)
    liveStream(api, deps)
    statement(api, deps)
    balanceAsOf(api, deps)
    downloadStatement(api, deps)

    directory(api, deps)
    businessPage(api, deps)
    sitemap(api, deps)
    robots(api, deps)
    manifest(api)
    pictures(api, deps)
    rating(api, deps)
    listReviews(api, deps)
    createReview(api, deps)
    changeReview(api, deps)
    deleteReview(api, deps)

    adminSignIn(api, deps)
    idDocument(api, deps)
    adminMe(api, deps)
    adminPassword(api, deps)
    startVisit(api, deps)
    changeVisitMode(api, deps)
    visitStatus(api, deps)
    exitVisit(api, deps)
    readReplays(api, deps)
    beginReplay(api, deps)
    compareReplay(api, deps)
    switchReplay(api, deps)
    discardReplay(api, deps)
    travelToDashboard(api, deps)
    travelToBuyers(api, deps)
    travelToAccount(api, deps)
    travelHistory(api, deps)
    travelStep(api, deps)
    accountReplay(api, deps)
    adminVoidAward(api, deps)
    readSelfCheck(api, deps)
    askSelfCheck(api, deps)
    adminVisits(api, deps)
    overview(api, deps)
    approvals(api, deps)
    adminBusinesses(api, deps)
    readAdminBusiness(api, deps)
    approve(api, deps)
    reject(api, deps)
    suspend(api, deps)
    reinstate(api, deps)
    adminReviews(api, deps)
    adminTakeDownReview(api, deps)
    adminUsers(api, deps)
    deadLetters(api, deps)
    retryDeadLetter(api, deps)
    readSettings(api, deps)
    putSettings(api, deps)
    adminProjections(api, deps)
    adminQueues(api, deps)
    adminReadiness(api, deps)
    auditMovements(api, deps)
    auditEvent(api, deps)
    auditChain(api, deps)
    balanceSheet(api, deps)
    auditExport(api, deps)
    auditInclusion(api, deps)
    auditActs(api, deps)
    auditVisits(api, deps)
    accountChecked(api, deps)
    ledgerHeads(api, deps)
    ledgerConsistency(api, deps)
    ledgerStatement(api, deps)

    if (deps.env.NODE_ENV !== 'production' && deps.env.MAIL_CATCHER_URL) devInbox(api, deps.env.MAIL_CATCHER_URL)
  })
  await app.register(queueBoard, { prefix: QUEUE_BOARD_PATH, deps })
  await app.register(webApp, { deps })
  return app
}
