import { Layout } from './layout'
import { useMessage } from './message-context'
import { Action, Comments } from './parts'

const action = { en: 'View the limit', fr: 'Voir la limite' }

type Props = {
  title: string
  intro: string
  environment: 'sandbox' | 'production'
  reason?: string
  link: string
}

/** A decision about the limit of an application. */
export function LimitNotice({ title, intro, environment, reason, link }: Props) {
  return (
    <Layout title={title} intro={intro} environment={environment}>
      <Comments reason={reason} />
      <Action link={link} label={action[useMessage().locale]} />
    </Layout>
  )
}
