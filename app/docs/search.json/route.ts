import { readWords } from '../content/words'
import { searchDocs } from '../search/search-index'

/** The command menu's search while typing: `?q=` to `[{ href, title, page, excerpt }]`, in the reader's language. */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams.get('q') ?? ''
  return Response.json(searchDocs(query, await readWords()), { headers: { Vary: 'Accept-Language, Cookie' } })
}
