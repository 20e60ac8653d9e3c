import type { ReactNode } from 'react'
import { Layout } from './layout'
import { useMessage } from './message-context'
import { Callout } from './parts'

/** Advice, unless the message has something more specific. */
const warnings = {
  en: 'Wasn’t you? Change your password immediately, sign out devices you don’t recognise on your account page and contact an administrator.',
  fr: 'Ce n’était pas vous ? Changez immédiatement votre mot de passe, déconnectez les appareils inconnus sur la page de votre compte et contactez un administrateur.',
}

type Props = { text: { title: string; warning?: string }; intro: string; children?: ReactNode }

/** Reports a change to how an account is accessed, and says what to do if it was someone else. */
export function SafetyNotice({ text, intro, children }: Props) {
  const { locale } = useMessage()
  return (
    <Layout title={text.title} intro={intro} because="safety">
      {children}
      <Callout>{text.warning ?? warnings[locale]}</Callout>
    </Layout>
  )
}
