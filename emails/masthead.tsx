import { logoId } from './brand'
import { colours, mark } from './look'
import { useMessage } from './message-context'
import { product } from './texts'

/**
 * An operator's logo, which the message itself contains, as many mail programs load nothing. Everything else
 * is drawn with table cells.
 */
export function Masthead({ tagline }: { tagline: string }) {
  return (
    <table
      data-skip-in-text
      role="presentation"
      cellPadding="0"
      cellSpacing="0"
      style={{ margin: '0 0 16px 4px' }}
    >
      <tbody>
        <tr>
          <Mark />
          <td style={{ paddingLeft: 12, fontSize: 18, lineHeight: '34px' }}>
            <strong className="g-ink" style={{ color: colours.ink, letterSpacing: '-0.2px' }}>
              {product}
            </strong>
            <span className="g-muted" style={{ color: colours.muted, fontSize: 14, paddingLeft: 8 }}>
              {tagline}
            </span>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function Mark() {
  const { logo, initial, accent } = useMessage().brand
  if (logo)
    return (
      <td>
        {/* biome-ignore lint/performance/noImgElement: an e-mail knows no Next */}
        <img {...logo} src={`cid:${logoId}`} alt="" style={{ display: 'block' }} />
      </td>
    )
  const tile = initial === null ? mark.tile : accent.light.accent
  return (
    <td aria-hidden="true" width="34" height="34" style={{ ...markStyle, backgroundColor: tile }}>
      {initial === null ? <Counter /> : <Initial letter={initial} ink={accent.light.ink} />}
    </td>
  )
}

/** Guichet's mark: a counter window. */
function Counter() {
  return (
    <>
      <div style={archStyle}>
        <div style={windowStyle} />
      </div>
      <div style={ledgeStyle} />
    </>
  )
}

function Initial({ letter, ink }: { letter: string; ink: string }) {
  return (
    <div style={{ color: ink, fontSize: 18, fontWeight: 700, lineHeight: '34px', textAlign: 'center' }}>
      {letter}
    </div>
  )
}

const markStyle = { borderRadius: 8, verticalAlign: 'middle' }
const archStyle = {
  width: 14,
  margin: '0 auto',
  paddingTop: 5,
  border: `2px solid ${mark.arch}`,
  borderBottom: 0,
  borderRadius: '9px 9px 0 0',
}
const windowStyle = {
  width: 6,
  height: 8,
  margin: '0 auto',
  borderRadius: '1px 1px 0 0',
  backgroundColor: mark.window,
}
const ledgeStyle = { width: 22, height: 2, margin: '0 auto', borderRadius: 2, backgroundColor: mark.arch }
