import { defineMail } from './define-mail'
import { LimitNotice } from './limit-notice'
import { count, inEnvironment, nonEmpty } from './props'
import { wholeNumber } from './wording'

export default defineMail({
  props: inEnvironment.extend({ callsPerMinute: count, reason: nonEmpty }),
  texts: {
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
