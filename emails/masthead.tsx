import { logoId } from './brand'
import { mark } from './look'
import { useMessage } from './message-context'
import { product } from './texts'

/**
 * A band in the brand's colour with an operator's logo, which the message itself contains, as many mail programs load
 * nothing. Everything else is drawn with table cells.
 */
export function Masthead({ tagline }: { tagline: string }) {
  const { brand, brandInk: color } = useMessage().brand.colours
  return (
    <table
      data-skip-in-text
      role="presentation"
      cellPadding="0"
      cellSpacing="0"
      width="100%"
      style={{ ...bandStyle, backgroundColor: brand }}
    >
      <tbody>
        <tr>
          <Mark />
          <td style={{ color, paddingLeft: 12, fontSize: 18, lineHeight: '34px' }}>
            <strong style={{ letterSpacing: '-0.2px' }}>{product}</strong>
            <span style={{ fontSize: 14, paddingLeft: 8 }}>{tagline}</span>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function Mark() {
  const { logo, initial } = useMessage().brand
  // On white, as a logo may have the band's colour.
  if (logo)
    return (
      <td width={logo.width + 12} style={{ ...markStyle, backgroundColor: '#ffffff', padding: 6 }}>
        {/* biome-ignore lint/performance/noImgElement: an e-mail knows no Next */}
        <img {...logo} src={`cid:${logoId}`} alt="" style={{ display: 'block' }} />
      </td>
    )
  return (
    <td aria-hidden="true" width="34" height="34" style={{ ...markStyle, backgroundColor: '#ffffff' }}>
      {initial === null ? <Counter /> : <Initial letter={initial} />}
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

function Initial({ letter }: { letter: string }) {
  return (
    <div style={{ color: '#10211d', fontSize: 18, fontWeight: 700, lineHeight: '34px', textAlign: 'center' }}>
      {letter}
    </div>
  )
}

const bandStyle = {
  margin: '0 0 16px',
  padding: '12px 20px',
  borderRadius: 12,
  borderCollapse: 'separate' as const,
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
