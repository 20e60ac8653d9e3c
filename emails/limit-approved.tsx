import { defineMail } from './define-mail'
import { LimitNotice } from './limit-notice'
import { count, inEnvironment, nonEmpty } from './props'
import { wholeNumber } from './wording'

export default defineMail({
  props: inEnvironment.extend({ callsPerMinute: count, reason: nonEmpty.optional() }),
  texts: {
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
  },
  subject: ({ text, quote }, { applicationName }) => text.subject(quote(applicationName)),
  body: ({ text, locale, quote }, props) => (
    <LimitNotice
      {...props}
      title={text.title}
      intro={text.intro(quote(props.applicationName), wholeNumber(props.callsPerMinute, locale))}
    />
  ),
})
