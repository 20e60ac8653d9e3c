import { z } from 'zod'
import { defineMail } from './define-mail'
import { Details } from './parts'
import { nonEmpty } from './props'
import { SafetyNotice } from './safety-notice'
import { oneLine, product } from './wording'

export default defineMail({
  props: z.object({ personEmail: nonEmpty, provider: nonEmpty }),
  texts: {
    en: {
      subject: `New sign-in identity linked to a break-glass account on ${product}`,
      title: 'A break-glass account was linked to single sign-on',
      intro: (provider: string) =>
        `An identity of ${provider} now opens a break-glass account, whose role doesn’t follow the groups there. All administrators get this e-mail.`,
      account: 'Account',
      warning: 'No one you know had a reason to? Unlink it on the account’s administration page now.',
    },
    fr: {
      subject: `Nouvelle identité de connexion associée à un compte de secours (break-glass) sur ${product}`,
      title: 'Un compte de secours a été associé à l’authentification unique',
      intro: (provider: string) =>
        `Une identité de ${provider} ouvre désormais un compte de secours (break-glass), dont le rôle ne suit pas les groupes. Tous les administrateurs reçoivent cet e-mail.`,
      account: 'Compte',
      warning:
        'Personne n’avait de raison de le faire ? Dissociez-la immédiatement sur la page d’administration du compte.',
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text, quote }, { personEmail, provider }) => (
    <SafetyNotice text={text} intro={text.intro(quote(provider))}>
      <Details rows={[{ label: text.account, value: oneLine(personEmail, 254) }]} />
    </SafetyNotice>
  ),
})
