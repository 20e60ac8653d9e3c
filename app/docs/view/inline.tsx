import type { ReactElement, ReactNode } from 'react'
import { TextLink } from '@/components/ui/text-link'
import type { Inline } from '../content/blocks'
import { type Piece, readInline } from '../content/inline'

/** Running text on a page. */
export function InlineText({ text }: { text: Inline }) {
  return <Pieces pieces={readInline(text)} />
}

function Pieces({ pieces }: { pieces: Piece[] }): ReactElement {
  return (
    <>
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never move
        <OnePiece key={index} piece={piece} />
      ))}
    </>
  )
}

function OnePiece({ piece }: { piece: Piece }) {
  switch (piece.kind) {
    case 'text':
      return <>{piece.text}</>
    case 'strong':
      return <strong className="font-semibold">{piece.text}</strong>
    case 'code':
      return <InlineCode>{piece.text}</InlineCode>
    case 'link':
      return <InlineLink href={piece.href} pieces={piece.pieces} />
  }
}

function InlineLink({ href, pieces }: { href: string; pieces: Piece[] }) {
  const [only] = pieces
  if (pieces.length !== 1 || only?.kind !== 'code')
    return (
      <TextLink href={href}>
        <Pieces pieces={pieces} />
      </TextLink>
    )
  return (
    <TextLink href={href} className="font-mono text-[0.875em] [overflow-wrap:anywhere]">
      {only.text}
    </TextLink>
  )
}

export function InlineCode({ children }: { children: ReactNode }) {
  return (
    <code className="rounded bg-raised px-1 py-0.5 font-mono text-[0.875em] [overflow-wrap:anywhere]">
      {children}
    </code>
  )
}
