import { Layout } from './layout'
import { Action, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, quoted, quotedInSubject, type Texts } from './wording'

const texts = {
  en: {
    subject: (name: string) => `You were removed from ${name}`,
    title: 'You were removed from an application',
    intro: (name: string) => `An owner of ${name} removed you from its team. You no longer have access.`,
    organisationTitle: 'You were removed from an organisation',
    organisationIntro: (name: string) =>
      `An owner removed you from the organisation ${name}. You no longer have access to it or its applications.`,
    organisationAction: 'Open your organisations',
    rest: 'Your account and your other applications aren’t affected.',
    action: 'Open your applications',
  },
  fr: {
    subject: (name: string) => `Vous avez été retiré de ${name}`,
    title: 'Vous avez été retiré d’une application',
    intro: (name: string) =>
      `Un propriétaire de ${name} vous a retiré de son équipe. Vous n’y avez plus accès.`,
    organisationTitle: 'Vous avez été retiré d’une organisation',
    organisationIntro: (name: string) =>
      `Un propriétaire vous a retiré de l’organisation ${name}. Vous n’avez plus accès ni à elle ni à ses applications.`,
    organisationAction: 'Ouvrir vos organisations',
    rest: 'Votre compte et vos autres applications ne sont pas concernés.',
    action: 'Ouvrir vos applications',
  },
} satisfies Texts

type Props = TemplateProps<'team-removed'>

function subject({ applicationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale))
}

function Message({ locale, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const { organisation } = props
  const intro = (organisation ? text.organisationIntro : text.intro)(quoted(props.applicationName, locale))
  const title = organisation ? text.organisationTitle : text.title
  return (
    <Layout locale={locale} title={title} preview={intro} because="removedMember">
      <Paragraph>{intro}</Paragraph>
      <Paragraph>{text.rest}</Paragraph>
      <Action
        link={props.link}
        label={organisation ? text.organisationAction : text.action}
        locale={locale}
      />
    </Layout>
  )
}

export const teamRemoved = { texts, subject, Message }
