const lines = 'M0 2h12M0 6h12M0 10h12'

/**
 * 12 by 12 units of what distinguishes stacked series without colours: grey, thin lines, thick lines, full.
 * The lines are horizontal, so that they remain visible however narrow the bars are.
 */
export function Hatch({ index }: { index: number }) {
  if (index === 0)
    return <path d="M0 0h12v12h-12z" className="fill-line-strong forced-colors:fill-[GrayText]" />
  if (index === 3) return <path d="M0 0h12v12h-12z" className="fill-[CanvasText]" />
  return <path d={lines} strokeWidth={index === 1 ? 1 : 2.5} className="stroke-[CanvasText]" />
}
