/** Registers every route by hand; a route missing here does not exist. */
import { isPublicInstallation } from '#platform/env/demo.ts'
import type { App } from '../app-type.ts'
import type { Deps } from '../deps.ts'
import { accountReplay } from './admin/account-replay.ts'
import { addBusinessNote, businessNotes, deleteBusinessNote } from './admin/business-notes.ts'
import { approve, reinstate, reject, suspend } from './admin/business-status.ts'
import { adminBusinesses, approvals, readAdminBusiness } from './admin/businesses.ts'
import { changeVisitMode, exitVisit, startVisit, visitStatus } from './admin/impersonation.ts'
import { adminProjections, adminQueues, overview } from './admin/overview.ts'
import { adminUsers, deadLetters, retryDeadLetter } from './admin/people-and-mails.ts'
import { compareReplay, discardReplay, readReplays, startRebuild, switchReplay } from './admin/replay.ts'
import { adminReadiness } from './admin/readiness.ts'
import { adminReviews, adminTakeDownReview } from './admin/reviews.ts'
import { askSelfCheck, readSelfCheck } from './admin/self-check.ts'
import { putSettings, readSettings } from './admin/settings.ts'
import { adminMe, adminPassword, adminSignIn } from './admin/sign-in.ts'
import { adminTasks } from './admin/tasks.ts'
import { adminVoidAward } from './admin/void-award.ts'
import { travelHistory, travelStep, travelToAccount, travelToBuyers, travelToDashboard } from './admin/time-travel.ts'
import { forgotPassword, resendVerification } from './auth/ask-for-mail.ts'
import { businessRegister } from './auth/business-register.ts'
import { confirm } from './auth/confirm.ts'
import { addPasskey } from './passkeys/add-passkey.ts'
import { changePasskey } from './passkeys/change-passkey.ts'
import { listPasskeys } from './passkeys/list-passkeys.ts'
import { newPasskeyOptions } from './passkeys/new-passkey-options.ts'
import { passkeyLogin, passkeyLoginOptions } from './passkeys/passkey-login.ts'
import { enterCode } from './second-factor/enter-code.ts'
import { readSecondFactor } from './second-factor/read-second-factor.ts'
import { removeTotp } from './second-factor/remove-totp.ts'
import { activateTotpSetUp, beginTotpSetUp } from './second-factor/set-up-totp.ts'
import { deleteAccount } from './auth/delete-account.ts'
import { auditActs } from './audit/acts.ts'
import { balanceSheet } from './audit/balance-sheet.ts'
import { auditChain, auditEvent } from './audit/events.ts'
import { auditExport } from './audit/export.ts'
import { auditInclusion } from './audit/inclusion.ts'
import { auditMovements } from './audit/movements.ts'
import { auditSecurity } from './audit/security.ts'
import { adminVisits, auditVisits } from './audit/visits.ts'
import { login } from './auth/login.ts'
import { logout } from './auth/logout.ts'
import { me } from './auth/me.ts'
import { ownProfile, profile } from './auth/profile.ts'
import { acceptInvitation, readInvitation } from './auth/invitation.ts'
import { knownBrowser, reset } from './auth/reset-password.ts'
import { ownSignIns } from './auth/sign-ins.ts'
import { ownSessions } from './auth/sessions.ts'
import { signup } from './auth/signup.ts'
import { verify, verifyWithPassword } from './auth/verify-email.ts'
import { idDocument } from './admin/id-document.ts'
import { confirmInvoice } from './admin/invoices/confirm.ts'
import { enterTransfer, returnTransfer } from './admin/invoices/transfers.ts'
import { listInvoices } from './admin/invoices/list.ts'
import { invoiceRegister, invoiceRegisterWorkbook } from './admin/invoices/register.ts'
import { plans } from './billing/plans.ts'
import { awardPoints } from './business/award-points.ts'
import { awards } from './business/awards.ts'
import { buyers } from './business/buyers.ts'
import { buyerVisits } from './business/buyer-visits.ts'
import { changePerk } from './business/change-perk.ts'
import { cancelSubscription, changeSubscription } from './business/change-subscription.ts'
import { correctAward } from './business/correct-award.ts'
import { createPerk } from './business/create-perk.ts'
import { deletePerk } from './business/delete-perk.ts'
import { invoicePdf } from './business/invoice-pdf.ts'
import { invoices } from './business/invoices.ts'
import { perks } from './business/perks.ts'
import { previewRedemption } from './business/preview-redemption.ts'
import { reopenRedemption } from './business/reopen-redemption.ts'
import { stats } from './business/stats.ts'
import { subscription } from './business/subscription.ts'
import { supportVisitsOfBusiness } from './business/support-visits.ts'
import { uses } from './business/uses.ts'
import { voidAward } from './business/void-award.ts'
import { verifyRedemption } from './business/verify-redemption.ts'
import { poster } from './business/poster.ts'
import { dailyFigures } from './business/figures/daily.ts'
import { balancesWorkbook } from './business/figures/balances.ts'
import { liabilityBook, liabilityBookCsv, liabilityBookWorkbook } from './business/figures/book.ts'
import { businessMovements } from './business/figures/movements.ts'
import { attention, changeAttentionSettings, readAttentionSettings } from './business/reports/attention.ts'
import { dayReport, dayReportPdf, dayReportWorkbook } from './business/reports/day-report.ts'
import { changeReportMail, readReportMail } from './business/reports/report-mail.ts'
import { editProfile } from './business-profile/edit.ts'
import { logo } from './business-profile/logo.ts'
import { readProfile } from './business-profile/read.ts'
import { uploadPictures } from './business-profile/upload-pictures.ts'
import { availablePerks } from './buyer/available-perks.ts'
import { cancelRedemption } from './buyer/cancel-redemption.ts'
import { points } from './buyer/points.ts'
import { blockCard } from './cards/block-card.ts'
import { cardBatches } from './cards/card-batches.ts'
import { cardFile } from './cards/card-file.ts'
import { cards } from './cards/cards.ts'
import { claimCard } from './cards/claim-card.ts'
import { orderCards } from './cards/order-cards.ts'
import { redeem } from './buyer/redeem.ts'
import { redemptions } from './buyer/redemptions.ts'
import { verifyBuyer } from './buyer/verify.ts'
import { demoCounter } from './dev/demo-counter.ts'
import { devInbox } from './dev/inbox.ts'
import { live } from './health/live.ts'
import { ready } from './health/ready.ts'
import { accountChecked } from './ledger/checked.ts'
import { ledgerConsistency, ledgerHeads } from './ledger/heads.ts'
import { ledgerStatement } from './ledger/statement.ts'
import { businessPage } from './public/business-page.ts'
import { directory } from './public/directory.ts'
import { manifest } from './public/manifest.ts'
import { pictures } from './public/pictures.ts'
import { robots, securityText } from './public/robots.ts'
import { sitemap } from './public/sitemap.ts'
import { changeReview } from './reviews/change-review.ts'
import { inviteManager } from './staff/invite-manager.ts'
import { staffSignIn } from './staff/sign-in.ts'
import { addBranch } from './staff/add-branch.ts'
import { addStaff } from './staff/add-staff.ts'
import { addTill } from './staff/add-till.ts'
import { branches } from './staff/branches.ts'
import { changeStaff } from './staff/change-staff.ts'
import { changeTill } from './staff/change-till.ts'
import { removeBranch } from './staff/remove-branch.ts'
import { removeStaff } from './staff/remove-staff.ts'
import { renameBranch } from './staff/rename-branch.ts'
import { revokeTill } from './staff/revoke-till.ts'
import { staff } from './staff/staff.ts'
import { tills } from './staff/tills.ts'
import { lockTill } from './till/lock.ts'
import { pairTill } from './till/pair.ts'
import { readTill } from './till/read-till.ts'
import { unlockTill } from './till/unlock.ts'
import { createReview } from './reviews/create-review.ts'
import { deleteReview } from './reviews/delete-review.ts'
import { readPush } from './push/read-push.ts'
import { subscribe as subscribeToPush } from './push/subscribe.ts'
import { listReviews } from './reviews/list-reviews.ts'
import { liveStream } from './live/stream.ts'
import { rating } from './reviews/rating.ts'
import { balanceAsOf } from './statement/balance-as-of.ts'
import { downloadStatement } from './statement/download.ts'
import { statement } from './statement/statement.ts'

/** Access is decided per route: its guard (access.ts) and settings. */
export function registerRoutes(api: App, deps: Deps): void {
  live(api)
  ready(api, deps)

  login(api, deps)
  logout(api, deps)
  me(api, deps)
  confirm(api, deps)
  listPasskeys(api, deps)
  newPasskeyOptions(api, deps)
  addPasskey(api, deps)
  changePasskey(api, deps)
  passkeyLoginOptions(api, deps)
  passkeyLogin(api, deps)
  readSecondFactor(api, deps)
  enterCode(api, deps)
  beginTotpSetUp(api, deps)
  activateTotpSetUp(api, deps)
  removeTotp(api, deps)
  signup(api, deps)
  verify(api, deps)
  verifyWithPassword(api, deps)
  resendVerification(api, deps)
  forgotPassword(api, deps)
  reset(api, deps)
  knownBrowser(api, deps)
  readInvitation(api, deps)
  acceptInvitation(api, deps)
  ownProfile(api, deps)
  profile(api, deps)
  ownSessions(api, deps)
  ownSignIns(api, deps)
  deleteAccount(api, deps)
  businessRegister(api, deps)

  readProfile(api, deps)
  editProfile(api, deps)
  uploadPictures(api, deps)
  logo(api, deps)
  awardPoints(api, deps)
  awards(api, deps)
  uses(api, deps)
  voidAward(api, deps)
  correctAward(api, deps)
  previewRedemption(api, deps)
  reopenRedemption(api, deps)
  verifyRedemption(api, deps)
  buyers(api, deps)
  buyerVisits(api, deps)
  stats(api, deps)
  subscription(api, deps)
  supportVisitsOfBusiness(api, deps)
  perks(api, deps)
  createPerk(api, deps)
  changePerk(api, deps)
  deletePerk(api, deps)

  staff(api, deps)
  addStaff(api, deps)
  changeStaff(api, deps)
  removeStaff(api, deps)
  inviteManager(api, deps)
  staffSignIn(api, deps)
  tills(api, deps)
  addTill(api, deps)
  changeTill(api, deps)
  revokeTill(api, deps)
  branches(api, deps)
  addBranch(api, deps)
  renameBranch(api, deps)
  removeBranch(api, deps)
  pairTill(api, deps)
  readTill(api, deps)
  unlockTill(api, deps)
  lockTill(api, deps)

  dailyFigures(api, deps)
  liabilityBook(api, deps)
  liabilityBookCsv(api, deps)
  liabilityBookWorkbook(api, deps)
  balancesWorkbook(api, deps)
  businessMovements(api, deps)
  dayReport(api, deps)
  dayReportWorkbook(api, deps)
  dayReportPdf(api, deps)
  readReportMail(api, deps)
  changeReportMail(api, deps)
  attention(api, deps)
  readAttentionSettings(api, deps)
  changeAttentionSettings(api, deps)
  poster(api, deps)
  cardBatches(api, deps)
  orderCards(api, deps)
  cardFile(api, deps)

  plans(api, deps)
  changeSubscription(api, deps)
  cancelSubscription(api, deps)
  invoices(api, deps)
  invoicePdf(api, deps)
  listInvoices(api, deps)
  invoiceRegister(api, deps)
  invoiceRegisterWorkbook(api, deps)
  confirmInvoice(api, deps)
  enterTransfer(api, deps)
  returnTransfer(api, deps)

  verifyBuyer(api, deps)
  points(api, deps)
  cards(api, deps)
  claimCard(api, deps)
  blockCard(api, deps)
  availablePerks(api, deps)
  readPush(api, deps)
  subscribeToPush(api, deps)
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
  securityText(api, deps)
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
  startRebuild(api, deps)
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
  adminTasks(api, deps)
  approvals(api, deps)
  adminBusinesses(api, deps)
  readAdminBusiness(api, deps)
  businessNotes(api, deps)
  addBusinessNote(api, deps)
  deleteBusinessNote(api, deps)
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
  auditSecurity(api, deps)
  accountChecked(api, deps)
  ledgerHeads(api, deps)
  ledgerConsistency(api, deps)
  ledgerStatement(api, deps)

  if (isPublicInstallation(deps.env)) return
  demoCounter(api, deps)
  if (deps.env.MAIL_CATCHER_URL) devInbox(api, deps.env.MAIL_CATCHER_URL)
}
