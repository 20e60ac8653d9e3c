import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, SecondAction, SmallPrint } from './parts'
import { link } from './props'
import { product } from './wording'

export default defineMail({
  props: z.object({ signInLink: link, resetLink: link }),
  texts: {
    en: {
      subject: `You already have an account with ${product}`,
      title: 'You already have an account',
      intro: `Someone, probably you, tried to sign up to ${product} with this address. It already has an account.`,
      action: 'Sign in',
      reset: 'Forgot your password? Choose a new one',
      ignore:
        'If it wasn’t you, you don’t need to do anything. Your account is unchanged, and we didn’t reveal that it exists.',
    },
    fr: {
      subject: `Vous avez déjà un compte ${product}`,
      title: 'Vous avez déjà un compte',
      intro: `Quelqu’un, sans doute vous, a voulu s’inscrire sur ${product} avec cette adresse. Elle a déjà un compte.`,
      action: 'Se connecter',
      reset: 'Mot de passe oublié ? Choisissez-en un nouveau',
      ignore:
        'Si ce n’était pas vous, vous n’avez rien à faire. Votre compte est inchangé, et son existence n’a pas été révélée.',
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text }, { signInLink, resetLink }) => (
    <Layout title={text.title} intro={text.intro} because="address">
      <Action link={signInLink} label={text.action} />
      <SecondAction link={resetLink} label={text.reset} />
      <SmallPrint>{text.ignore}</SmallPrint>
    </Layout>
  ),
})
