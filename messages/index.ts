import type { Locale } from '@/i18n/locale'
import accessKeysEn from './en/accessKeys.json'
import accountFilesEn from './en/accountFiles.json'
import accountsEn from './en/accounts.json'
import administrationEn from './en/administration.json'
import announcementsEn from './en/announcements.json'
import applicationsEn from './en/applications.json'
import auditEn from './en/audit.json'
import commonEn from './en/common.json'
import docsEn from './en/docs.json'
import errorsEn from './en/errors.json'
import failuresEn from './en/failures.json'
import healthEn from './en/health.json'
import landingEn from './en/landing.json'
import limitsEn from './en/limits.json'
import networksEn from './en/networks.json'
import organisationsEn from './en/organisations.json'
import providerEn from './en/provider.json'
import rehearsalEn from './en/rehearsal.json'
import reviewEn from './en/review.json'
import sandboxEn from './en/sandbox.json'
import statusEn from './en/status.json'
import teamEn from './en/team.json'
import termsEn from './en/terms.json'
import usageEn from './en/usage.json'
import validationEn from './en/validation.json'
import webhooksEn from './en/webhooks.json'
import accessKeysFr from './fr/accessKeys.json'
import accountFilesFr from './fr/accountFiles.json'
import accountsFr from './fr/accounts.json'
import administrationFr from './fr/administration.json'
import announcementsFr from './fr/announcements.json'
import applicationsFr from './fr/applications.json'
import auditFr from './fr/audit.json'
import commonFr from './fr/common.json'
import docsFr from './fr/docs.json'
import errorsFr from './fr/errors.json'
import failuresFr from './fr/failures.json'
import healthFr from './fr/health.json'
import landingFr from './fr/landing.json'
import limitsFr from './fr/limits.json'
import networksFr from './fr/networks.json'
import organisationsFr from './fr/organisations.json'
import providerFr from './fr/provider.json'
import rehearsalFr from './fr/rehearsal.json'
import reviewFr from './fr/review.json'
import sandboxFr from './fr/sandbox.json'
import statusFr from './fr/status.json'
import teamFr from './fr/team.json'
import termsFr from './fr/terms.json'
import usageFr from './fr/usage.json'
import validationFr from './fr/validation.json'
import webhooksFr from './fr/webhooks.json'

// One file for each area and language; the area's name is its namespace.
const en = {
  accessKeys: accessKeysEn,
  accountFiles: accountFilesEn,
  accounts: accountsEn,
  administration: administrationEn,
  announcements: announcementsEn,
  applications: applicationsEn,
  audit: auditEn,
  common: commonEn,
  docs: docsEn,
  errors: errorsEn,
  failures: failuresEn,
  health: healthEn,
  landing: landingEn,
  organisations: organisationsEn,
  provider: providerEn,
  limits: limitsEn,
  networks: networksEn,
  rehearsal: rehearsalEn,
  review: reviewEn,
  sandbox: sandboxEn,
  status: statusEn,
  team: teamEn,
  terms: termsEn,
  usage: usageEn,
  validation: validationEn,
  webhooks: webhooksEn,
}
const fr = {
  accessKeys: accessKeysFr,
  accountFiles: accountFilesFr,
  accounts: accountsFr,
  administration: administrationFr,
  announcements: announcementsFr,
  applications: applicationsFr,
  audit: auditFr,
  common: commonFr,
  docs: docsFr,
  errors: errorsFr,
  failures: failuresFr,
  health: healthFr,
  landing: landingFr,
  organisations: organisationsFr,
  provider: providerFr,
  limits: limitsFr,
  networks: networksFr,
  rehearsal: rehearsalFr,
  review: reviewFr,
  sandbox: sandboxFr,
  status: statusFr,
  team: teamFr,
  terms: termsFr,
  usage: usageFr,
  validation: validationFr,
  webhooks: webhooksFr,
}

export type Messages = typeof en

// `satisfies` makes the compiler refuse a message that exists in one language only.
export const messages = { en, fr: fr satisfies Messages } satisfies Record<Locale, Messages>
