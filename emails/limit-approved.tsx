import { LimitDecision } from './limit-decision'
import type { TemplateProps } from './schemas'
import { type Locale, quotedInSubject, type Texts } from './wording'

const texts = {
  en: {
    subject: (name: string) => `Limit request approved: ${name}`,
    title: 'Your limit request was approved',
    intro: (name: string, count: string) => `${name} can now make ${count} calls per minute.`,
  },
  fr: {
    subject: (name: string) => `Demande de limite approuvée : ${name}`,
    title: 'Votre demande de limite a été approuvée',
    intro: (name: string, count: string) => `${name} peut désormais faire ${count} appels par minute.`,
  },
} satisfies Texts

type Props = TemplateProps<'limit-approved'>

function subject({ applicationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale))
}

function Message({ locale, ...props }: Props & { locale: Locale }) {
  return <LimitDecision {...props} locale={locale} own={texts[locale]} />
}

export const limitApproved = { texts, subject, Message }
