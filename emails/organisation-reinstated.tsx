import { Layout } from './layout'
import { Action, Paragraph, Quote } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, quoted, quotedInSubject, type Texts } from './wording'

const texts = {
  en: {
    subject: (name: string) => `Organisation reinstated: ${name}`,
    title: 'Your organisation was reinstated',
    intro: (name: string) =>
      `${name} is reinstated. Its applications work again, with the same client IDs and secrets, except those that are suspended themselves. Your code only needs to request a new token.`,
    reason: 'Reason:',
    action: 'Open the organisation',
  },
  fr: {
    subject: (name: string) => `Organisation rétablie : ${name}`,
    title: 'Votre organisation a été rétablie',
    intro: (name: string) =>
      `${name} est rétablie. Ses applications fonctionnent de nouveau, avec les mêmes identifiants clients et les mêmes secrets, sauf celles qui sont elles-mêmes suspendues. Il suffit de demander un nouveau jeton.`,
    reason: 'Motif :',
    action: 'Ouvrir l’organisation',
  },
} satisfies Texts

type Props = TemplateProps<'organisation-reinstated'>

function subject({ organisationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(organisationName, locale))
}

function Message({ locale, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text.intro(quoted(props.organisationName, locale))
  return (
    <Layout locale={locale} title={text.title} preview={intro} because="organisation">
      <Paragraph>{intro}</Paragraph>
      <Quote from={text.reason} text={props.reason} />
      <Action link={props.link} label={text.action} locale={locale} />
    </Layout>
  )
}

export const organisationReinstated = { texts, subject, Message }
