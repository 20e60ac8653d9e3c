import { ApplicationMail } from './application-mail'
import { Action, Quote } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, quoted, type Texts, wholeNumber } from './wording'

const texts = {
  en: { reason: 'Reviewer’s comment:', action: 'View the limit' },
  fr: { reason: 'Commentaire du vérificateur :', action: 'Voir la limite' },
} satisfies Texts

/** What the e-mail of one decision says. */
type Own = { title: string; intro: (name: string, callsPerMinute: string) => string }

type Props = TemplateProps<'limit-approved'> & { locale: Locale; own: Own }

/** The e-mail of a reviewer's decision on a request for a higher limit. */
export function LimitDecision({ locale, own, ...props }: Props) {
  const intro = own.intro(quoted(props.applicationName, locale), wholeNumber(props.callsPerMinute, locale))
  const text = texts[locale]
  return (
    <ApplicationMail locale={locale} title={own.title} intro={intro} environment={props.environment}>
      {props.reason && <Quote from={text.reason} text={props.reason} />}
      <Action link={props.link} label={text.action} locale={locale} />
    </ApplicationMail>
  )
}
