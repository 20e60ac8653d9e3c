import { z } from 'zod'
import { defineMail } from './define-mail'
import { nonEmpty } from './props'
import { SafetyNotice } from './safety-notice'
import { product } from './wording'

export default defineMail({
  props: z.object({ provider: nonEmpty }),
  texts: {
    en: {
      subject: `New sign-in identity linked to your ${product} account`,
      title: 'A sign-in identity was linked',
      intro: (provider: string) =>
        `Your account can now be opened with an identity of ${provider}. Your role follows that identity’s groups from its next sign-in on.`,
    },
    fr: {
      subject: `Nouvelle identité de connexion associée à votre compte ${product}`,
      title: 'Une identité de connexion a été associée',
      intro: (provider: string) =>
        `Votre compte peut désormais être ouvert avec une identité de ${provider}. Votre rôle suivra les groupes de cette identité dès sa prochaine connexion.`,
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text, quote }, { provider }) => <SafetyNotice text={text} intro={text.intro(quote(provider))} />,
})
