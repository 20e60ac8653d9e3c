import { Layout } from './layout'
import { Action, Paragraph, SmallPrint } from './parts'
import type { TemplateProps } from './schemas'
import { hoursLong, type Locale, type Texts } from './wording'

export const texts = {
  en: {
    subjectReviewer: 'Activate your Guichet reviewer account',
    subjectAdministrator: 'Activate your Guichet administrator account',
    titleReviewer: 'You are invited as a reviewer',
    titleAdministrator: 'You are invited as an administrator',
    introReviewer: 'As a reviewer of Guichet you decide which applications may be used in Production.',
    introAdministrator:
      'As an administrator of Guichet you review applications, invite reviewers, and look after developers and the audit log.',
    next: 'Choose your password on the page below. A second factor follows, as you will see other people’s documents.',
    action: 'Activate account',
    expiry: (hours: string) =>
      `The link works once, for ${hours}. If it has expired, ask for a new invitation.`,
  },
  fr: {
    subjectReviewer: 'Activez votre compte de vérificateur Guichet',
    subjectAdministrator: 'Activez votre compte d’administrateur Guichet',
    titleReviewer: 'Vous avez reçu une invitation comme vérificateur',
    titleAdministrator: 'Vous avez reçu une invitation comme administrateur',
    introReviewer:
      'Comme vérificateur de Guichet, vous décidez quelles applications peuvent être utilisées en Production.',
    introAdministrator:
      'Comme administrateur de Guichet, vous examinez les applications, invitez des vérificateurs et veillez sur les développeurs et le journal d’audit.',
    next: 'Choisissez votre mot de passe sur la page ci-dessous. Un second facteur suivra, car vous verrez les documents d’autres personnes.',
    action: 'Activer le compte',
    expiry: (hours: string) =>
      `Le lien fonctionne une seule fois, pendant ${hours}. S’il a expiré, demandez une nouvelle invitation.`,
  },
} satisfies Texts

type Props = TemplateProps<'reviewer-invitation'>

export function subject({ role }: Props, locale: Locale): string {
  return role === 'reviewer' ? texts[locale].subjectReviewer : texts[locale].subjectAdministrator
}

export function ReviewerInvitation({ link, hours, role, locale }: Props & { locale: Locale }) {
  const text = texts[locale]
  const title = role === 'reviewer' ? text.titleReviewer : text.titleAdministrator
  const intro = role === 'reviewer' ? text.introReviewer : text.introAdministrator
  return (
    <Layout locale={locale} title={title} preview={intro} because="invitation">
      <Paragraph>{intro}</Paragraph>
      <Paragraph>{text.next}</Paragraph>
      <Action link={link} label={text.action} locale={locale} />
      <SmallPrint>{text.expiry(hoursLong(hours, locale))}</SmallPrint>
    </Layout>
  )
}
