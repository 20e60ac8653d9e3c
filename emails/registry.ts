import { render } from '@react-email/components'
import { type ComponentType, createElement } from 'react'
import { accountDeleted } from './account-deleted'
import { accountReinstated } from './account-reinstated'
import { accountSuspended } from './account-suspended'
import { activationLink } from './activation-link'
import { addressAlreadyKnown } from './address-already-known'
import { applicationCreated } from './application-created'
import { applicationDeleted } from './application-deleted'
import { applicationReinstated } from './application-reinstated'
import { applicationShared } from './application-shared'
import { applicationSuspended } from './application-suspended'
import { emailChangeLink } from './email-change-link'
import { emailChangeRequested } from './email-change-requested'
import { emailChanged } from './email-changed'
import { emailRestored } from './email-restored'
import { knownBrowserLink } from './known-browser-link'
import { operatorAlert } from './operator-alert'
import { ownershipGiven } from './ownership-given'
import { passkeyAdded } from './passkey-added'
import { passkeyRemoved } from './passkey-removed'
import { passwordChanged } from './password-changed'
import { passwordReset } from './password-reset'
import { plainText } from './plain-text'
import { recoveryCodeUsed } from './recovery-code-used'
import { reviewerInvitation } from './reviewer-invitation'
import { revisionApproved } from './revision-approved'
import { roleChanged } from './role-changed'
import { schemas, type TemplateName, type TemplateProps } from './schemas'
import { secondFactorTurnedOff } from './second-factor-turned-off'
import { secondFactorTurnedOn } from './second-factor-turned-on'
import { secretRevealed } from './secret-revealed'
import { secretRotated } from './secret-rotated'
import { submissionReceived } from './submission-received'
import { submissionsOverdue } from './submissions-overdue'
import { teamChanged } from './team-changed'
import { teamRemoved } from './team-removed'
import { trafficHints } from './traffic-hints'
import { validationApproved } from './validation-approved'
import { validationChangesRequested } from './validation-changes-requested'
import { validationMessage } from './validation-message'
import { validationRejected } from './validation-rejected'
import { validationSubmitted } from './validation-submitted'
import { type Locale, pickLocale, type Texts } from './wording'

export type { TemplateName, TemplateProps }

type Template<N extends TemplateName> = {
  subject: (props: TemplateProps<N>, locale: Locale) => string
  texts: Texts
  Message: ComponentType<TemplateProps<N> & { locale: Locale }>
}

/** Every message that Guichet sends, by the name under which it is queued; one file each. */
export const templates: { [N in TemplateName]: Template<N> } = {
  'activation-link': activationLink,
  'address-already-known': addressAlreadyKnown,
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  'email-change-link': emailChangeLink,
  'email-change-requested': emailChangeRequested,
  'email-changed': emailChanged,
  'email-restored': emailRestored,
  'known-browser-link': knownBrowserLink,
  'application-created': applicationCreated,
  'validation-submitted': validationSubmitted,
  'validation-changes-requested': validationChangesRequested,
  'validation-rejected': validationRejected,
  'validation-approved': validationApproved,
  'revision-approved': revisionApproved,
  'validation-message': validationMessage,
  'secret-rotated': secretRotated,
  'secret-revealed': secretRevealed,
  'application-suspended': applicationSuspended,
  'application-reinstated': applicationReinstated,
  'account-suspended': accountSuspended,
  'account-reinstated': accountReinstated,
  'account-deleted': accountDeleted,
  'role-changed': roleChanged,
  'application-deleted': applicationDeleted,
  'second-factor-turned-on': secondFactorTurnedOn,
  'second-factor-turned-off': secondFactorTurnedOff,
  'passkey-added': passkeyAdded,
  'passkey-removed': passkeyRemoved,
  'recovery-code-used': recoveryCodeUsed,
  'reviewer-invitation': reviewerInvitation,
  'submission-received': submissionReceived,
  'submissions-overdue': submissionsOverdue,
  'application-shared': applicationShared,
  'ownership-given': ownershipGiven,
  'team-changed': teamChanged,
  'team-removed': teamRemoved,
  'traffic-hints': trafficHints,
  'operator-alert': operatorAlert,
}

/**
 * Renders one message as subject, text and HTML.
 * @param locale any language tag; unknown ones mean English
 * @param props as stored in the outbox; checked against the template's schema
 * @throws ZodError for props that do not match the schema
 */
export async function renderMail<N extends TemplateName>(
  name: N,
  props: unknown,
  locale: string,
): Promise<{ subject: string; text: string; html: string }> {
  const { subject, Message }: Template<N> = templates[name]
  const language = pickLocale(locale)
  const checked = schemas[name].parse(props) as TemplateProps<N>
  const element = createElement(Message as ComponentType<Record<string, unknown>>, {
    ...checked,
    locale: language,
  })
  // The short document type replaces XHTML's, whose URL looks like a remote resource.
  const html = (await render(element)).replace(/^<!DOCTYPE[^>]*>/i, '<!doctype html>')
  return {
    subject: subject(checked, language).replace(/\p{Cc}+/gu, ' '),
    text: plainText(html, language),
    html,
  }
}
