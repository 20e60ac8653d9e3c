import { z } from 'zod'
import { defineMail } from './define-mail'
import { LinkMail } from './link-mail'
import { hours, link } from './props'
import { product } from './wording'

export default defineMail({
  props: z.object({ link, hours }),
  texts: {
    en: {
      subject: `Confirm your new e-mail address for ${product}`,
      title: 'Confirm your new e-mail address',
      intro: `This address was entered as the new address of an account with ${product}. Confirm that it’s yours.`,
      action: 'Confirm address',
      expiry: (hours: string) =>
        `The link can be used once, while you are signed in, and expires in ${hours}. Until then the account keeps its current address.`,
      ignore: 'If you didn’t request this, you can ignore this e-mail.',
    },
    fr: {
      subject: `Confirmez votre nouvelle adresse e-mail pour ${product}`,
      title: 'Confirmez votre nouvelle adresse e-mail',
      intro: `Cette adresse a été saisie comme nouvelle adresse d’un compte ${product}. Confirmez qu’elle est à vous.`,
      action: 'Confirmer l’adresse',
      expiry: (hours: string) =>
        `Le lien est utilisable une fois, lorsque vous êtes connecté, et expire dans ${hours}. D’ici là, le compte garde son adresse actuelle.`,
      ignore: 'Si vous n’avez rien demandé, ignorez cet e-mail.',
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text, locale }, props) => <LinkMail {...props} text={text} locale={locale} because="address" />,
})
