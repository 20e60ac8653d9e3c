/** The query of a page as Next hands it over: a parameter that is repeated is a list. */
export type Query = Record<string, string | string[] | undefined>

/** `href`, a path of the portal, with the parameters that have a value added before its anchor. */
export function withQuery(href: string, values: Query): string {
  const url = new URL(href, 'http://portal')
  for (const [name, value] of Object.entries(values))
    for (const each of [value ?? []].flat()) if (each) url.searchParams.append(name, each)
  return url.pathname + url.search + url.hash
}
