import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, List, SecondAction } from './parts'
import { count, inEnvironment, instant, link } from './props'
import { moment } from './wording'

export default defineMail({
  props: inEnvironment.extend({
    hints: z
      .array(
        z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('token_per_call'), wasted: count }),
          z.object({ kind: z.literal('wrong_environment'), calls: count }),
          z.object({ kind: z.literal('secret_retires'), at: instant }),
          z.object({ kind: z.literal('limit_near'), minutes: count, peak: count, limit: count }),
        ]),
      )
      .min(1),
    settingsLink: link,
  }),
  texts: {
    en: {
      subject: (name: string) => `Recommendations for ${name}`,
      title: 'Traffic recommendations',
      intro: (name: string) => `Based on the calls of ${name} in the last 24 hours:`,
      token_per_call: (wasted: number) =>
        `Your app requests a token for every call. ${wasted} requests returned a token you already had. Cache it, and request a new one shortly before it expires.`,
      wrong_environment: (calls: number) =>
        `This application’s credentials were sent to the other environment’s URL (${calls} of the last calls). Each environment has its own URLs and credentials.`,
      secret_retires: (at: string) =>
        `A client secret that is still in use expires on ${at}. Deploy the new one before then.`,
      limit_near: (minutes: number, peak: number, limit: number) =>
        `The limit of ${limit} calls a minute was nearly reached in ${minutes} minutes, with a peak of ${peak} calls.`,
      action: 'View usage',
      settings: 'Turn these e-mails off',
    },
    fr: {
      subject: (name: string) => `Recommandations pour ${name}`,
      title: 'Recommandations',
      intro: (name: string) => `D’après les appels de ${name} ces dernières 24 heures :`,
      token_per_call: (wasted: number) =>
        `Un jeton est demandé à chaque appel. ${wasted} requêtes ont renvoyé un jeton que vous aviez déjà. Conservez-le, et demandez-en un nouveau peu avant son expiration.`,
      wrong_environment: (calls: number) =>
        `Les identifiants de cette application ont été envoyés à l’URL de l’autre environnement (${calls} des derniers appels). Chaque environnement a ses URL et ses identifiants.`,
      secret_retires: (at: string) =>
        `Un secret client encore utilisé expire le ${at}. Déployez le nouveau avant cette date.`,
      limit_near: (minutes: number, peak: number, limit: number) =>
        `La limite de ${limit} appels par minute a presque été atteinte pendant ${minutes} minutes, avec un pic de ${peak} appels.`,
      action: 'Voir l’utilisation',
      settings: 'Ne plus recevoir ces e-mails',
    },
  },
  subject: ({ text, quote }, { applicationName }) => text.subject(quote(applicationName)),
  body: ({ text, locale, quote }, { applicationName, environment, hints, link, settingsLink }) => {
    const items = hints.map((hint) => {
      if (hint.kind === 'token_per_call') return text.token_per_call(hint.wasted)
      if (hint.kind === 'wrong_environment') return text.wrong_environment(hint.calls)
      if (hint.kind === 'secret_retires') return text.secret_retires(moment(hint.at, locale))
      return text.limit_near(hint.minutes, hint.peak, hint.limit)
    })
    return (
      <Layout
        title={text.title}
        intro={text.intro(quote(applicationName))}
        because="hints"
        environment={environment}
      >
        <List items={items} />
        <Action link={link} label={text.action} />
        <SecondAction link={settingsLink} label={text.settings} />
      </Layout>
    )
  },
})
