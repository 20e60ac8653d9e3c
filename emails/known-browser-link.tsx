import { z } from 'zod'
import { defineMail } from './define-mail'
import { LinkMail } from './link-mail'
import { hours, link } from './props'
import { product } from './wording'

export default defineMail({
  props: z.object({ link, hours }),
  texts: {
    en: {
      subject: `Sign in to ${product} from a new browser`,
      title: 'Sign in from a new browser',
      intro:
        'Open this link in the browser you want to sign in with. Wrong passwords that others try for your account then no longer make you wait there.',
      action: 'Use this browser',
      expiry: (hours: string) =>
        `The link works once, for ${hours}. It signs no one in: your password is still required.`,
      ignore:
        'If you didn’t ask for this, ignore this e-mail. Someone may be trying passwords for your account.',
    },
    fr: {
      subject: `Connectez-vous à ${product} depuis un nouveau navigateur`,
      title: 'Connexion depuis un nouveau navigateur',
      intro:
        'Ouvrez ce lien dans le navigateur avec lequel vous voulez vous connecter. Les mauvais mots de passe que d’autres essaient pour votre compte ne vous y feront plus attendre.',
      action: 'Utiliser ce navigateur',
      expiry: (hours: string) =>
        `Le lien fonctionne une seule fois, pendant ${hours}. Il ne connecte personne : votre mot de passe reste nécessaire.`,
      ignore:
        'Si vous n’avez rien demandé, ignorez cet e-mail. Quelqu’un essaie peut-être des mots de passe pour votre compte.',
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text, locale }, props) => <LinkMail {...props} text={text} locale={locale} because="address" />,
})
