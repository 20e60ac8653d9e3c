import type { ReactNode } from 'react'
import { Layout } from './layout'
import { Callout } from './parts'

type Props = { text: { title: string; warning: string }; intro: string; children?: ReactNode }

/** Reports a change to how an account is accessed, and says what to do if it was someone else. */
export function SafetyNotice({ text, intro, children }: Props) {
  return (
    <Layout title={text.title} intro={intro} because="safety">
      {children}
      <Callout>{text.warning}</Callout>
    </Layout>
  )
}
