import { z } from 'zod'
import { defineMail } from './define-mail'
import { nonEmpty } from './props'
import { SafetyNotice } from './safety-notice'
import { product } from './wording'

export default defineMail({
  props: z.object({ provider: nonEmpty }),
  texts: {
    en: {
      subject: `Sign-in identity unlinked from your ${product} account`,
      title: 'A sign-in identity was unlinked',
      intro: (provider: string) =>
        `Your account can no longer be opened with an identity of ${provider}. Sessions that it opened have ended.`,
    },
    fr: {
      subject: `Identité de connexion dissociée de votre compte ${product}`,
      title: 'Une identité de connexion a été dissociée',
      intro: (provider: string) =>
        `Votre compte ne peut plus être ouvert avec une identité de ${provider}. Les sessions qu’elle avait ouvertes ont pris fin.`,
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text, quote }, { provider }) => <SafetyNotice text={text} intro={text.intro(quote(provider))} />,
})
