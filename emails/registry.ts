import { render } from '@react-email/components'
import { type ComponentType, createElement } from 'react'
import { accessKeyCreated } from './access-key-created'
import { accountDeleted } from './account-deleted'
import { accountReinstated } from './account-reinstated'
import { accountSuspended } from './account-suspended'
import { activationLink } from './activation-link'
import { addressAlreadyKnown } from './address-already-known'
import { announcement } from './announcement'
import { applicationCreated } from './application-created'
import { applicationDeleted } from './application-deleted'
import { applicationReinstated } from './application-reinstated'
import { applicationShared } from './application-shared'
import { applicationSuspended } from './application-suspended'
import { approvalRequested } from './approval-requested'
import { type Brand, BrandContext, guichet } from './brand'
import { breakGlassSignIn } from './break-glass-sign-in'
import { clientKeysChanged } from './client-keys-changed'
import { emailChangeLink } from './email-change-link'
import { emailChangeRequested } from './email-change-requested'
import { emailChanged } from './email-changed'
import { emailRestored } from './email-restored'
import { identityLinked } from './identity-linked'
import { identityUnlinked } from './identity-unlinked'
import { knownBrowserLink } from './known-browser-link'
import { limitApproved } from './limit-approved'
import { limitChanged } from './limit-changed'
import { limitRejected } from './limit-rejected'
import { limitRequested } from './limit-requested'
import { networksChanged } from './networks-changed'
import { operatorAlert } from './operator-alert'
import { organisationDecided } from './organisation-decided'
import { organisationDocumentExpiring } from './organisation-document-expiring'
import { organisationReinstated } from './organisation-reinstated'
import { organisationSubmitted } from './organisation-submitted'
import { organisationSuspended } from './organisation-suspended'
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
import { signUpApproved } from './sign-up-approved'
import { signUpRejected } from './sign-up-rejected'
import { submissionReceived } from './submission-received'
import { submissionsOverdue } from './submissions-overdue'
import { teamChanged } from './team-changed'
import { teamRemoved } from './team-removed'
import { termsAccepted } from './terms-accepted'
import { termsReminder } from './terms-reminder'
import { trafficHints } from './traffic-hints'
import { validationApproved } from './validation-approved'
import { validationChangesRequested } from './validation-changes-requested'
import { validationMessage } from './validation-message'
import { validationRejected } from './validation-rejected'
import { validationSubmitted } from './validation-submitted'
import { webhookDisabled } from './webhook-disabled'
import { type Locale, oneLine, pickLocale, product, type Texts } from './wording'

export type { TemplateName, TemplateProps }

type Template<N extends TemplateName> = {
  subject: (props: TemplateProps<N>, locale: Locale) => string
  texts: Texts
  Message: ComponentType<TemplateProps<N> & { locale: Locale }>
}

/** Every message that is sent, by the name under which it is queued; one file each. */
export const templates: { [N in TemplateName]: Template<N> } = {
  'activation-link': activationLink,
  'approval-requested': approvalRequested,
  'sign-up-approved': signUpApproved,
  'sign-up-rejected': signUpRejected,
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
  'client-keys-changed': clientKeysChanged,
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
  'access-key-created': accessKeyCreated,
  'passkey-added': passkeyAdded,
  'passkey-removed': passkeyRemoved,
  'recovery-code-used': recoveryCodeUsed,
  'identity-linked': identityLinked,
  'identity-unlinked': identityUnlinked,
  'break-glass-sign-in': breakGlassSignIn,
  'reviewer-invitation': reviewerInvitation,
  'submission-received': submissionReceived,
  'submissions-overdue': submissionsOverdue,
  'application-shared': applicationShared,
  'ownership-given': ownershipGiven,
  'team-changed': teamChanged,
  'team-removed': teamRemoved,
  'organisation-submitted': organisationSubmitted,
  'organisation-decided': organisationDecided,
  'organisation-document-expiring': organisationDocumentExpiring,
  'organisation-suspended': organisationSuspended,
  'organisation-reinstated': organisationReinstated,
  announcement,
  'networks-changed': networksChanged,
  'limit-requested': limitRequested,
  'limit-approved': limitApproved,
  'limit-rejected': limitRejected,
  'limit-changed': limitChanged,
  'webhook-disabled': webhookDisabled,
  'traffic-hints': trafficHints,
  'terms-accepted': termsAccepted,
  'terms-reminder': termsReminder,
  'operator-alert': operatorAlert,
}

/**
 * Renders one message as subject, text and HTML.
 * @param locale any language tag; unknown ones mean English
 * @param props as stored in the outbox; checked against the template's schema
 * @param brand whose name, colours and support address the message has
 * @throws ZodError for props that do not match the schema
 */
export async function renderMail<N extends TemplateName>(
  name: N,
  props: unknown,
  locale: string,
  brand: Brand = guichet,
): Promise<{ subject: string; text: string; html: string }> {
  const { subject, Message }: Template<N> = templates[name]
  const language = pickLocale(locale)
  const checked = schemas[name].parse(props) as TemplateProps<N>
  const message = createElement(Message as ComponentType<Record<string, unknown>>, {
    ...checked,
    locale: language,
  })
  const element = createElement(BrandContext.Provider, { value: brand }, message)
  // The short document type replaces XHTML's, whose URL looks like a remote resource.
  const unnamed = (await render(element)).replace(/^<!DOCTYPE[^>]*>/i, '<!doctype html>')
  const productName = oneLine(brand.productName, productNameLimit)
  const html = unnamed.replaceAll(product, asEntities(productName))
  return {
    subject: subject(checked, language)
      .replaceAll(product, () => productName)
      .replace(/\p{Cc}+/gu, ' '),
    text: plainText(html, language),
    html,
  }
}

const productNameLimit = 40

/** As numbers, which `$` and `&` in a replacement's text are no part of. */
function asEntities(text: string): string {
  return text.replace(/[&<>"'$]/g, (character) => `&#${character.charCodeAt(0)};`)
}
