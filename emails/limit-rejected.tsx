import { LimitDecision } from './limit-decision'
import type { TemplateProps } from './schemas'
import { type Locale, quotedInSubject, type Texts } from './wording'

const texts = {
  en: {
    subject: (name: string) => `Limit request rejected: ${name}`,
    title: 'Your limit request was rejected',
    intro: (name: string, count: string) =>
      `The request for ${count} calls per minute for ${name} was rejected. Its limit stays as it is.`,
  },
  fr: {
    subject: (name: string) => `Demande de limite refusée : ${name}`,
    title: 'Votre demande de limite a été refusée',
    intro: (name: string, count: string) =>
      `La demande de ${count} appels par minute pour ${name} a été refusée. Sa limite reste inchangée.`,
  },
} satisfies Texts

type Props = TemplateProps<'limit-rejected'>

function subject({ applicationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale))
}

function Message({ locale, ...props }: Props & { locale: Locale }) {
  return <LimitDecision {...props} locale={locale} own={texts[locale]} />
}

export const limitRejected = { texts, subject, Message }
