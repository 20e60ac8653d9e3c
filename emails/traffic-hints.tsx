import { Layout } from './layout'
import { Action, List, Paragraph, SecondAction } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, moment, quoted, quotedInSubject, type Texts } from './wording'

export const texts = {
  en: {
    subject: (name: string) => `Hints from the traffic of ${name}`,
    title: 'Hints from your traffic',
    intro: (name: string) => `This is what the calls of ${name} show for the last 24 hours:`,
    token_per_call: (wasted: number) =>
      `A token is requested for each call. ${wasted} requests brought a token that your program had already. Keep it, and ask again only shortly before it expires.`,
    wrong_environment: (calls: number) =>
      `Credentials of this application were tried at the address of the other environment (${calls} of the last calls). Each environment has its own addresses and credentials.`,
    secret_retires: (at: string) =>
      `A client secret that is still in use ends on ${at}. Put the new one into your programs.`,
    limit_near: (minutes: number, peak: number, limit: number) =>
      `The limit of ${limit} calls a minute was nearly reached in ${minutes} minutes; the busiest had ${peak} calls.`,
    action: 'See the traffic',
    settings: 'Turn these e-mails off',
  },
  fr: {
    subject: (name: string) => `Conseils tirés du trafic de ${name}`,
    title: 'Conseils tirés de votre trafic',
    intro: (name: string) => `Voici ce que montrent les appels de ${name} pour les dernières 24 heures :`,
    token_per_call: (wasted: number) =>
      `Un jeton est demandé à chaque appel. ${wasted} requêtes ont rapporté un jeton que votre programme avait déjà. Gardez-le, et n’en redemandez un que peu avant son expiration.`,
    wrong_environment: (calls: number) =>
      `Des identifiants de cette application ont été essayés à l’adresse de l’autre environnement (${calls} des derniers appels). Chaque environnement a ses adresses et ses identifiants.`,
    secret_retires: (at: string) =>
      `Un secret client encore utilisé prend fin le ${at}. Mettez le nouveau dans vos programmes.`,
    limit_near: (minutes: number, peak: number, limit: number) =>
      `La limite de ${limit} appels par minute a presque été atteinte pendant ${minutes} minutes ; la plus chargée en a compté ${peak}.`,
    action: 'Voir le trafic',
    settings: 'Ne plus recevoir ces e-mails',
  },
} satisfies Texts

type Props = TemplateProps<'traffic-hints'>
type Hint = Props['hints'][number]

export function subject({ applicationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale))
}

export function TrafficHints({ locale, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text.intro(quoted(props.applicationName, locale))
  return (
    <Layout
      locale={locale}
      title={text.title}
      preview={intro}
      because="hints"
      environment={props.environment}
    >
      <Paragraph>{intro}</Paragraph>
      <List items={props.hints.map((hint) => worded(hint, locale))} />
      <Action link={props.link} label={text.action} locale={locale} />
      <SecondAction link={props.settingsLink} label={text.settings} />
    </Layout>
  )
}

function worded(hint: Hint, locale: Locale): string {
  const text = texts[locale]
  switch (hint.kind) {
    case 'token_per_call':
      return text.token_per_call(hint.wasted)
    case 'wrong_environment':
      return text.wrong_environment(hint.calls)
    case 'secret_retires':
      return text.secret_retires(moment(hint.at, locale))
    case 'limit_near':
      return text.limit_near(hint.minutes, hint.peak, hint.limit)
  }
}
