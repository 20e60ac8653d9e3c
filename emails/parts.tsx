import { Button } from '@react-email/button'
import { Link } from '@react-email/link'
import { Text } from '@react-email/text'
import { createContext, use } from 'react'
import type { Locale } from '@/lib/languages'
import { type Brand, colours, fonts } from './brand'
import type { Say } from './define-mail'
import { environmentName, lines } from './format'
import type { TextKey } from './texts'

const body = { margin: '0 0 16px', fontSize: 16, lineHeight: '25px', color: colours.ink }
const small = { ...body, fontSize: 14, lineHeight: '21px', color: colours.muted }

/** A text of the message, by its key; `of` are arguments besides the message's props. */
type Told = { text: TextKey; of?: object }

export function Paragraph({ text, of }: Told) {
  const { say } = useMessage()
  return (
    <Text className="g-ink" style={body}>
      {say(text, of)}
    </Text>
  )
}

export function SmallPrint({ text, of }: Told) {
  const { say } = useMessage()
  return (
    <Text className="g-muted" style={small}>
      {say(text, of)}
    </Text>
  )
}

/** Advice for a reader who did not expect the message. */
export function Callout({ text, of }: Told) {
  const { say } = useMessage()
  const style = { ...body, fontSize: 15, lineHeight: '23px', margin: '0 0 16px', padding: '14px 16px' }
  return (
    <Text
      className="g-soft g-ink"
      style={{
        ...style,
        backgroundColor: colours.soft,
        border: `1px solid ${colours.line}`,
        borderRadius: 8,
      }}
    >
      {say(text, of)}
    </Text>
  )
}

/** The main action; a mail as text has its URL in full. */
export function Action({ link, text = 'action' }: { link: string; text?: TextKey }) {
  const { brand, say } = useMessage()
  const { fill, ink } = brand.colours.light
  const look = { ...buttonStyle, backgroundColor: fill, color: ink }
  return (
    <Text style={{ margin: '8px 0 24px' }}>
      <Button data-action className="g-button" href={link} style={look}>
        {say(text)}
      </Button>
    </Text>
  )
}

export function SecondAction({ link, text, of }: Told & { link: string }) {
  const { brand, say } = useMessage()
  const color = brand.colours.light.accent
  return (
    <Text style={body}>
      <Link data-action className="g-link" href={link} style={{ ...linkStyle, color }}>
        {say(text, of)}
      </Link>
    </Text>
  )
}

type Rows = Partial<Record<TextKey, string | number>>

/** Facts by the key of their label; those in `code` are for programs. What has no value is left out. */
export function Details({ rows, code = [] }: { rows: Rows; code?: string[] }) {
  const { say } = useMessage()
  const known = (Object.entries(rows) as [TextKey, string | number | undefined][]).filter(
    ([, value]) => value !== undefined,
  )
  const line = {
    borderTop: `1px solid ${colours.line}`,
    margin: 0,
    padding: '10px 0',
    verticalAlign: 'top' as const,
  }
  return (
    <table role="presentation" width="100%" cellPadding="0" cellSpacing="0" style={{ margin: '0 0 24px' }}>
      <tbody>
        {known.map(([label, value]) => (
          <tr key={label} data-detail>
            <td className="g-label" width="124" style={{ ...small, ...line, paddingRight: 16 }}>
              {say(label)}
            </td>
            <td
              className="g-value"
              style={{ ...body, ...line, ...(code.includes(label) ? codeStyle : valueStyle) }}
            >
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What a call got, as the ticket that pages show for a balance. */
export function Receipt({ title, rows }: { title: TextKey; rows: Rows }) {
  const { say } = useMessage()
  const ticket = { maxWidth: 320, margin: '0 0 24px', padding: '16px 20px 0', border: '1px dashed' }
  return (
    <div className="g-soft" style={{ ...ticket, backgroundColor: colours.soft, borderColor: colours.line }}>
      <Text
        className="g-ink"
        style={{ ...body, margin: '0 0 10px', fontFamily: fonts.code, fontWeight: 700 }}
      >
        {say(title)}
      </Text>
      <Details rows={rows} code={Object.keys(rows)} />
    </div>
  )
}

export function List({ items }: { items: string[] }) {
  return (
    <ul style={{ ...body, margin: '0 0 24px', paddingLeft: 22 }}>
      {items.map((item) => (
        <li key={item} className="g-ink" style={{ ...body, margin: '0 0 8px' }}>
          {item}
        </li>
      ))}
    </ul>
  )
}

/** Text written by another person, set apart from ours, with its line breaks. */
export function Quote({ from, of, text }: { from: TextKey; of?: object; text: string }) {
  const { say } = useMessage()
  const style = { margin: '0 0 24px', padding: '2px 0 2px 16px', borderLeft: `3px solid ${colours.line}` }
  return (
    <>
      <Text className="g-muted" style={{ ...small, margin: '0 0 8px' }}>
        {say(from, of)}
      </Text>
      <blockquote className="g-line g-ink" style={{ ...style, color: colours.ink }}>
        <LineBreaks text={text} />
      </blockquote>
    </>
  )
}

/** Why someone decided so. */
export function Reason({ text }: { text?: string }) {
  return text && <Quote from="reason" text={text} />
}

/** A reviewer's comment, and those on single documents. */
export function Comments(props: { reason?: string; documents?: { name: string; reason: string }[] }) {
  return (
    <>
      {props.reason && <Quote from="comment" text={props.reason} />}
      {props.documents?.map(({ name, reason }) => (
        <Quote key={name} from="document" of={{ documentName: name }} text={reason} />
      ))}
    </>
  )
}

function LineBreaks({ text }: { text: string }) {
  const all = lines(text)
  return (
    <Text className="g-ink" style={{ ...body, margin: 0, wordBreak: 'break-word' }}>
      {all.map((line, index) => [index > 0 && <br key="break" />, line])}
    </Text>
  )
}

export function EnvironmentBadge({ environment }: { environment: 'sandbox' | 'production' }) {
  const { locale } = useMessage()
  const style = { display: 'inline-block', padding: '3px 10px', borderRadius: 999, fontWeight: 600 }
  const tone = { color: colours[environment], backgroundColor: colours[`${environment}Soft`] }
  return (
    <Text data-skip-in-text style={{ margin: '0 0 12px', fontSize: 13, lineHeight: '20px' }}>
      <span className={`g-${environment}`} style={{ ...style, ...tone }}>
        <span aria-hidden="true">{environment === 'sandbox' ? '◇' : '◆'}</span>{' '}
        {environmentName(environment, locale)}
      </span>
    </Text>
  )
}

type Context = { brand: Brand; locale: Locale; say: Say }

/** The message that is being rendered. */
export const MessageContext = createContext<Context | null>(null)

export function useMessage(): Context {
  const message = use(MessageContext)
  if (!message) throw new Error('a part of a message is outside of one')
  return message
}

const linkStyle = { textDecoration: 'underline' }
const valueStyle = { fontSize: 15, lineHeight: '21px', wordBreak: 'break-word' as const }
const codeStyle = {
  fontFamily: fonts.code,
  fontSize: 13,
  lineHeight: '21px',
  wordBreak: 'break-all' as const,
}
const buttonStyle = { borderRadius: 8, fontSize: 16, fontWeight: 600, padding: '14px 22px' }
