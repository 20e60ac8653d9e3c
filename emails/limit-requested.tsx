import { ApplicationMail } from './application-mail'
import { Layout } from './layout'
import { Action, Details, Paragraph, Quote } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, quoted, quotedInSubject, type Texts, wholeNumber } from './wording'

const texts = {
  en: {
    subject: (name: string) => `Limit request received: ${name}`,
    title: 'Limit request received',
    intro: (name: string) => `A higher limit was requested for ${name}. A reviewer will decide on it.`,
    introReviewer: (name: string) => `The owners of ${name} request a higher limit.`,
    limit: 'Current limit',
    requested: 'Requested limit',
    perMinute: (count: string) => `${count} calls per minute`,
    reason: 'Reason:',
    action: 'View the request',
    actionReviewer: 'Review the request',
  },
  fr: {
    subject: (name: string) => `Demande de limite reçue : ${name}`,
    title: 'Demande de limite reçue',
    intro: (name: string) =>
      `Une limite plus élevée a été demandée pour ${name}. Un vérificateur examinera la demande.`,
    introReviewer: (name: string) => `Les propriétaires de ${name} demandent une limite plus élevée.`,
    limit: 'Limite actuelle',
    requested: 'Limite demandée',
    perMinute: (count: string) => `${count} appels par minute`,
    reason: 'Motif :',
    action: 'Voir la demande',
    actionReviewer: 'Examiner la demande',
  },
} satisfies Texts

type Props = TemplateProps<'limit-requested'>

function subject({ applicationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale))
}

function Message({ locale, toReviewer, environment, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const name = quoted(props.applicationName, locale)
  const perMinute = (count: number) => text.perMinute(wholeNumber(count, locale))
  const content = (
    <>
      <Details
        rows={[
          { label: text.limit, value: perMinute(props.limit) },
          { label: text.requested, value: perMinute(props.callsPerMinute) },
        ]}
      />
      <Quote from={text.reason} text={props.reason} />
      <Action link={props.link} label={toReviewer ? text.actionReviewer : text.action} locale={locale} />
    </>
  )
  if (!toReviewer)
    return (
      <ApplicationMail locale={locale} title={text.title} intro={text.intro(name)} environment={environment}>
        {content}
      </ApplicationMail>
    )
  const intro = text.introReviewer(name)
  return (
    <Layout locale={locale} title={text.title} preview={intro} because="reviewer" environment={environment}>
      <Paragraph>{intro}</Paragraph>
      {content}
    </Layout>
  )
}

export const limitRequested = { texts, subject, Message }
