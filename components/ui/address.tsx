/** An e-mail address, broken before its domain if it has to be. */
export function Address({ children: text }: { children: string }) {
  const at = text.indexOf('@')
  if (at < 0) return <>{text || '–'}</>
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  )
}
