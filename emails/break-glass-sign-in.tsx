import { z } from 'zod'
import { defineMail } from './define-mail'
import { Details } from './parts'
import { nonEmpty } from './props'
import { SafetyNotice } from './safety-notice'
import { oneLine, product } from './wording'

export default defineMail({
  props: z.object({ personEmail: nonEmpty, address: nonEmpty.optional() }),
  texts: {
    en: {
      subject: `Sign-in with a break-glass account on ${product}`,
      title: 'Someone signed in with a break-glass account',
      intro: 'A break-glass account was used to sign in. All administrators get this e-mail.',
      account: 'Account',
      address: 'Network address',
      warning:
        'No one you know had a reason to? Suspend the account now, then look in the audit log for what it did.',
    },
    fr: {
      subject: `Connexion avec un compte de secours (break-glass) sur ${product}`,
      title: 'Un compte de secours a été utilisé',
      intro:
        'Un compte de secours (break-glass) a servi à se connecter. Tous les administrateurs reçoivent cet e-mail.',
      account: 'Compte',
      address: 'Adresse réseau',
      warning:
        'Personne n’avait de raison de le faire ? Suspendez le compte immédiatement, puis consultez ses actions dans le journal d’audit.',
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text }, { personEmail, address }) => (
    <SafetyNotice text={text} intro={text.intro}>
      <Details
        rows={[
          { label: text.account, value: oneLine(personEmail, 254) },
          ...(address ? [{ label: text.address, value: oneLine(address, 64), code: true }] : []),
        ]}
      />
    </SafetyNotice>
  ),
})
