import { type Because, Layout } from './layout'
import { Action, SmallPrint } from './parts'
import { hoursLong, type Locale } from './wording'

type Props = {
  locale: Locale
  text: Record<'title' | 'intro' | 'action' | 'ignore', string> & { expiry: (hours: string) => string }
  link: string
  /** Hours for which the link works. */
  hours: number
  because: Because
}

/** An e-mail about one link that works once and expires. */
export function LinkMail({ locale, text, link, hours, because }: Props) {
  return (
    <Layout title={text.title} intro={text.intro} because={because}>
      <Action link={link} label={text.action} />
      <SmallPrint>{text.expiry(hoursLong(hours, locale))}</SmallPrint>
      <SmallPrint>{text.ignore}</SmallPrint>
    </Layout>
  )
}
