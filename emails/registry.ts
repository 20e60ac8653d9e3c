import { render } from '@react-email/components'
import { type ComponentType, createElement } from 'react'
import * as accountDeleted from './account-deleted'
import * as accountReinstated from './account-reinstated'
import * as accountSuspended from './account-suspended'
import * as activationLink from './activation-link'
import * as addressAlreadyKnown from './address-already-known'
import * as applicationCreated from './application-created'
import * as applicationDeleted from './application-deleted'
import * as applicationReinstated from './application-reinstated'
import * as applicationShared from './application-shared'
import * as applicationSuspended from './application-suspended'
import * as emailChangeLink from './email-change-link'
import * as emailChanged from './email-changed'
import * as operatorAlert from './operator-alert'
import * as ownershipGiven from './ownership-given'
import * as passkeyAdded from './passkey-added'
import * as passkeyRemoved from './passkey-removed'
import * as passwordChanged from './password-changed'
import * as passwordReset from './password-reset'
import { plainText } from './plain-text'
import * as recoveryCodeUsed from './recovery-code-used'
import * as reviewerInvitation from './reviewer-invitation'
import * as revisionApproved from './revision-approved'
import * as roleChanged from './role-changed'
import { schemas, type TemplateName, type TemplateProps } from './schemas'
import * as secondFactorTurnedOff from './second-factor-turned-off'
import * as secondFactorTurnedOn from './second-factor-turned-on'
import * as secretRevealed from './secret-revealed'
import * as secretRotated from './secret-rotated'
import * as submissionReceived from './submission-received'
import * as submissionsOverdue from './submissions-overdue'
import * as teamChanged from './team-changed'
import * as teamRemoved from './team-removed'
import * as trafficHints from './traffic-hints'
import * as validationApproved from './validation-approved'
import * as validationChangesRequested from './validation-changes-requested'
import * as validationMessage from './validation-message'
import * as validationRejected from './validation-rejected'
import * as validationSubmitted from './validation-submitted'
import { type Locale, pickLocale, type Texts } from './wording'

export type { TemplateName, TemplateProps }

type Message<N extends TemplateName> = {
  subject: (props: TemplateProps<N>, locale: Locale) => string
  texts: Texts
  component: ComponentType<TemplateProps<N> & { locale: Locale }>
}
type Template<N extends TemplateName> = Message<N> & { schema: (typeof schemas)[N] }

/** Every message that Guichet sends, by the name under which it is queued. */
export const templates: { [N in TemplateName]: Template<N> } = {
  'activation-link': define(
    'activation-link',
    activationLink.subject,
    activationLink.texts,
    activationLink.ActivationLink,
  ),
  'address-already-known': define(
    'address-already-known',
    addressAlreadyKnown.subject,
    addressAlreadyKnown.texts,
    addressAlreadyKnown.AddressAlreadyKnown,
  ),
  'password-reset': define(
    'password-reset',
    passwordReset.subject,
    passwordReset.texts,
    passwordReset.PasswordReset,
  ),
  'password-changed': define(
    'password-changed',
    passwordChanged.subject,
    passwordChanged.texts,
    passwordChanged.PasswordChanged,
  ),
  'email-change-link': define(
    'email-change-link',
    emailChangeLink.subject,
    emailChangeLink.texts,
    emailChangeLink.EmailChangeLink,
  ),
  'email-changed': define(
    'email-changed',
    emailChanged.subject,
    emailChanged.texts,
    emailChanged.EmailChanged,
  ),
  'application-created': define(
    'application-created',
    applicationCreated.subject,
    applicationCreated.texts,
    applicationCreated.ApplicationCreated,
  ),
  'validation-submitted': define(
    'validation-submitted',
    validationSubmitted.subject,
    validationSubmitted.texts,
    validationSubmitted.ValidationSubmitted,
  ),
  'validation-changes-requested': define(
    'validation-changes-requested',
    validationChangesRequested.subject,
    validationChangesRequested.texts,
    validationChangesRequested.ValidationChangesRequested,
  ),
  'validation-rejected': define(
    'validation-rejected',
    validationRejected.subject,
    validationRejected.texts,
    validationRejected.ValidationRejected,
  ),
  'validation-approved': define(
    'validation-approved',
    validationApproved.subject,
    validationApproved.texts,
    validationApproved.ValidationApproved,
  ),
  'revision-approved': define(
    'revision-approved',
    revisionApproved.subject,
    revisionApproved.texts,
    revisionApproved.RevisionApproved,
  ),
  'validation-message': define(
    'validation-message',
    validationMessage.subject,
    validationMessage.texts,
    validationMessage.ValidationMessage,
  ),
  'secret-rotated': define(
    'secret-rotated',
    secretRotated.subject,
    secretRotated.texts,
    secretRotated.SecretRotated,
  ),
  'secret-revealed': define(
    'secret-revealed',
    secretRevealed.subject,
    secretRevealed.texts,
    secretRevealed.SecretRevealed,
  ),
  'application-suspended': define(
    'application-suspended',
    applicationSuspended.subject,
    applicationSuspended.texts,
    applicationSuspended.ApplicationSuspended,
  ),
  'application-reinstated': define(
    'application-reinstated',
    applicationReinstated.subject,
    applicationReinstated.texts,
    applicationReinstated.ApplicationReinstated,
  ),
  'account-suspended': define(
    'account-suspended',
    accountSuspended.subject,
    accountSuspended.texts,
    accountSuspended.AccountSuspended,
  ),
  'account-reinstated': define(
    'account-reinstated',
    accountReinstated.subject,
    accountReinstated.texts,
    accountReinstated.AccountReinstated,
  ),
  'account-deleted': define(
    'account-deleted',
    accountDeleted.subject,
    accountDeleted.texts,
    accountDeleted.AccountDeleted,
  ),
  'role-changed': define('role-changed', roleChanged.subject, roleChanged.texts, roleChanged.RoleChanged),
  'application-deleted': define(
    'application-deleted',
    applicationDeleted.subject,
    applicationDeleted.texts,
    applicationDeleted.ApplicationDeleted,
  ),
  'second-factor-turned-on': define(
    'second-factor-turned-on',
    secondFactorTurnedOn.subject,
    secondFactorTurnedOn.texts,
    secondFactorTurnedOn.SecondFactorTurnedOn,
  ),
  'second-factor-turned-off': define(
    'second-factor-turned-off',
    secondFactorTurnedOff.subject,
    secondFactorTurnedOff.texts,
    secondFactorTurnedOff.SecondFactorTurnedOff,
  ),
  'passkey-added': define(
    'passkey-added',
    passkeyAdded.subject,
    passkeyAdded.texts,
    passkeyAdded.PasskeyAdded,
  ),
  'passkey-removed': define(
    'passkey-removed',
    passkeyRemoved.subject,
    passkeyRemoved.texts,
    passkeyRemoved.PasskeyRemoved,
  ),
  'recovery-code-used': define(
    'recovery-code-used',
    recoveryCodeUsed.subject,
    recoveryCodeUsed.texts,
    recoveryCodeUsed.RecoveryCodeUsed,
  ),
  'reviewer-invitation': define(
    'reviewer-invitation',
    reviewerInvitation.subject,
    reviewerInvitation.texts,
    reviewerInvitation.ReviewerInvitation,
  ),
  'submission-received': define(
    'submission-received',
    submissionReceived.subject,
    submissionReceived.texts,
    submissionReceived.SubmissionReceived,
  ),
  'submissions-overdue': define(
    'submissions-overdue',
    submissionsOverdue.subject,
    submissionsOverdue.texts,
    submissionsOverdue.SubmissionsOverdue,
  ),
  'application-shared': define(
    'application-shared',
    applicationShared.subject,
    applicationShared.texts,
    applicationShared.ApplicationShared,
  ),
  'ownership-given': define(
    'ownership-given',
    ownershipGiven.subject,
    ownershipGiven.texts,
    ownershipGiven.OwnershipGiven,
  ),
  'team-changed': define('team-changed', teamChanged.subject, teamChanged.texts, teamChanged.TeamChanged),
  'team-removed': define('team-removed', teamRemoved.subject, teamRemoved.texts, teamRemoved.TeamRemoved),
  'traffic-hints': define(
    'traffic-hints',
    trafficHints.subject,
    trafficHints.texts,
    trafficHints.TrafficHints,
  ),
  'operator-alert': define(
    'operator-alert',
    operatorAlert.subject,
    operatorAlert.texts,
    operatorAlert.OperatorAlert,
  ),
}

/**
 * Renders one message. `props` are checked against the template's schema, as they come out of storage;
 * `locale` may be any tag, unknown ones are English. Throws a ZodError for props that do not fit.
 */
export async function renderMail<N extends TemplateName>(
  name: N,
  props: unknown,
  locale: string,
): Promise<{ subject: string; text: string; html: string }> {
  const template: Template<N> = templates[name]
  const language = pickLocale(locale)
  const checked = template.schema.parse(props) as TemplateProps<N>
  const component = template.component as ComponentType<Record<string, unknown>>
  const element = createElement(component, { ...checked, locale: language })
  // The short document type stands in for XHTML's, whose address looks like a remote resource.
  const html = (await render(element)).replace(/^<!DOCTYPE[^>]*>/i, '<!doctype html>')
  return {
    subject: template.subject(checked, language).replace(/\p{Cc}+/gu, ' '),
    text: plainText(html, language),
    html,
  }
}

function define<N extends TemplateName>(
  name: N,
  subject: Message<N>['subject'],
  texts: Texts,
  component: Message<N>['component'],
): Template<N> {
  return { schema: schemas[name], subject, texts, component }
}
