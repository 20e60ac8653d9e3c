import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, SmallPrint } from './parts'
import { count, link, nonEmpty } from './props'
import { oneLine, product } from './wording'

export default defineMail({
  props: z.object({ link, days: count, newAddressMasked: nonEmpty }),
  texts: {
    en: {
      subject: `A new e-mail address was requested for your ${product} account`,
      title: 'A change of your e-mail address was requested',
      intro: (address: string) =>
        `Someone signed in to your ${product} account and asked to use the address ${address} instead of this one. It changes once that address is confirmed.`,
      action: 'Keep this address',
      ignore: (days: number) =>
        `If it was you, there is nothing to do here. If it wasn’t, press the button and choose a new password: the button cancels the change, and undoes it for ${days} days after it was confirmed.`,
    },
    fr: {
      subject: `Une nouvelle adresse e-mail a été demandée pour votre compte ${product}`,
      title: 'Un changement d’adresse e-mail a été demandé',
      intro: (address: string) =>
        `Une personne connectée à votre compte ${product} a demandé à utiliser l’adresse ${address} à la place de celle-ci. Le changement aura lieu quand cette adresse sera confirmée.`,
      action: 'Garder cette adresse',
      ignore: (days: number) =>
        `Si c’était vous, il n’y a rien à faire ici. Sinon, appuyez sur le bouton et choisissez un nouveau mot de passe : le bouton annule le changement, y compris pendant ${days} jours après sa confirmation.`,
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text }, { link, days, newAddressMasked }) => (
    <Layout title={text.title} intro={text.intro(oneLine(newAddressMasked, 254))} because="safety">
      <Action link={link} label={text.action} />
      <SmallPrint>{text.ignore(days)}</SmallPrint>
    </Layout>
  ),
})
