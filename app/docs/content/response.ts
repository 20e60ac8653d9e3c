/** Text for programs, and for readers of Markdown. */
export function markdownResponse(
  text: string,
  type: 'text/markdown' | 'text/plain' = 'text/markdown',
): Response {
  return new Response(text, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, Vary: 'Accept-Language, Cookie' },
  })
}
