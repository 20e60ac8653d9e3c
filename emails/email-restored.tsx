import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, Paragraph } from './parts'
import { link, nonEmpty } from './props'
import { oneLine, product } from './wording'

export default defineMail({
  props: z.object({ addressMasked: nonEmpty, resetLink: link }),
  texts: {
    en: {
      subject: `The change of e-mail address of your ${product} account was undone`,
      title: 'The change of address was undone',
      intro: (address: string) =>
        `Your ${product} account uses the address ${address} again. Every device was signed out.`,
      next: 'If someone else changed the address, they know the password too: choose a new one now.',
      action: 'Choose a new password',
    },
    fr: {
      subject: `Le changement d’adresse e-mail de votre compte ${product} a été annulé`,
      title: 'Le changement d’adresse a été annulé',
      intro: (address: string) =>
        `Votre compte ${product} utilise de nouveau l’adresse ${address}. Tous les appareils ont été déconnectés.`,
      next: 'Si quelqu’un d’autre avait changé l’adresse, cette personne connaît aussi le mot de passe : choisissez-en un nouveau maintenant.',
      action: 'Choisir un nouveau mot de passe',
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text }, { addressMasked, resetLink }) => (
    <Layout title={text.title} intro={text.intro(oneLine(addressMasked, 254))} because="safety">
      <Paragraph>{text.next}</Paragraph>
      <Action link={resetLink} label={text.action} />
    </Layout>
  ),
})
