/** An e-mail address, broken before its domain if it has to be, and never after a hyphen of that. */
export function Address({ children: text }: { children: string }) {
  const at = text.indexOf('@')
  if (at < 0) return <>{text || '–'}</>
  const domain = text.slice(at).split(/(.-.)/)
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {domain.map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
          <span key={index} className="whitespace-nowrap">
            {part}
          </span>
        ),
      )}
    </>
  )
}
