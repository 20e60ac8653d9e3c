import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, Callout, Paragraph } from './parts'
import { count, link, nonEmpty } from './props'
import { oneLine, product } from './wording'

export default defineMail({
  props: z.object({
    /** With `days` for the previous address; the new one has nothing to undo. */
    link: link.optional(),
    days: count.optional(),
    newAddressMasked: nonEmpty,
  }),
  texts: {
    en: {
      subject: `The e-mail address of your ${product} account was changed`,
      title: 'Your e-mail address was changed',
      intro: (address: string) => `Your ${product} account now uses ${address}. Use it to sign in.`,
      both: 'We sent this to both your previous and your new address.',
      action: 'Undo the change',
      undo: (days: number) =>
        `Wasn’t you? For ${days} days, this button restores your address and signs out every device. Then choose a new password.`,
      warning:
        'Wasn’t you? Contact an administrator immediately: they can block the account and return it to you.',
    },
    fr: {
      subject: `L’adresse e-mail de votre compte ${product} a été modifiée`,
      title: 'Votre adresse e-mail a été modifiée',
      intro: (address: string) =>
        `Votre compte ${product} utilise maintenant ${address}. Servez-vous-en pour vous connecter.`,
      both: 'Ce message est envoyé à vos deux adresses, l’ancienne et la nouvelle.',
      action: 'Annuler le changement',
      undo: (days: number) =>
        `Ce n’était pas vous ? Pendant ${days} jours, ce bouton rétablit votre adresse et déconnecte tous les appareils. Choisissez ensuite un nouveau mot de passe.`,
      warning:
        'Ce n’était pas vous ? Contactez immédiatement un administrateur : nous pouvons bloquer le compte et vous le restituer.',
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text }, { link, days, newAddressMasked }) => (
    <Layout title={text.title} intro={text.intro(oneLine(newAddressMasked, 254))} because="safety">
      <Paragraph>{text.both}</Paragraph>
      <Callout>{link && days ? text.undo(days) : text.warning}</Callout>
      {link && <Action link={link} label={text.action} />}
    </Layout>
  ),
})
