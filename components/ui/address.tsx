/** An e-mail address, broken before its domain or a part of it if it has to be, and never after a hyphen. */
export function Address({ children: text }: { children: string }) {
  return (text || '–').split(/((?=[@.])|.-.)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : part ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
      <wbr key={index} />
    ),
  )
}
