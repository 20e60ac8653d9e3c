import { AsyncLocalStorage } from 'node:async_hooks'
import { decode } from 'next-auth/jwt'
import { translations } from './access/load-page'

// A browser of a test that goes to the provider and back: to the provider over HTTP, to the portal by calling its route
// handlers, which get it in place of Next's request.

type Handler = (request: Request) => Promise<Response>

const current = new AsyncLocalStorage<ProviderBrowser>()
const secret = () => process.env.NEXTAUTH_SECRET ?? ''

/** For `vi.mock`, by the name of the module that it replaces. */
export const browserModules = {
  'next-auth': {
    async getServerSession(options: { callbacks: { session: (input: object) => unknown } }) {
      const token = current.getStore()?.jar.get('next-auth.session-token')
      const claims = token ? await decode({ token, secret: secret() }).catch(() => null) : null
      return options.callbacks.session({ token: claims ?? {}, session: {} })
    },
  },
  'next/headers': {
    headers: async () =>
      new Headers({
        origin: 'http://localhost:3000',
        'x-guichet-caller': current.getStore()?.address ?? '127.0.0.1',
      }),
    cookies: async () => ({
      get: (name: string) => {
        const value = current.getStore()?.jar.get(name)
        return value ? { name, value } : undefined
      },
      set: (name: string, value: string) => void current.getStore()?.jar.set(name, value),
    }),
  },
  'next-intl/server': translations,
}

export class ProviderBrowser {
  jar = new Map<string, string>()
  address = '127.0.0.1'
  private there = new Map<string, string>()

  /** Calls a route handler of the portal; a redirection that Next makes of it counts as its response. */
  async visit(handler: Handler, url: string): Promise<Response> {
    return current.run(this, async () => {
      try {
        return await handler(new Request(new URL(url, 'http://localhost:3000')))
      } catch (error) {
        const [kind, , path] = String((error as { digest?: string }).digest).split(';')
        if (kind === 'NEXT_REDIRECT')
          return new Response(null, { status: 307, headers: { location: path ?? '' } })
        if (kind?.startsWith('NEXT_HTTP')) return new Response(null, { status: 404 })
        throw error
      }
    })
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return current.run(this, work)
  }

  /** Follows the provider's redirections and forms. @returns the URL at which it sends the browser back */
  async authenticate(start: string): Promise<string> {
    let url = start
    let form: URLSearchParams | undefined
    for (let hops = 0; hops < 12; hops++) {
      const cookie = [...this.there].map(([name, value]) => `${name}=${value}`).join('; ')
      const post = form ? { method: 'POST', body: form } : {}
      const response = await fetch(url, { redirect: 'manual', headers: { cookie }, ...post })
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
        this.there.set(name, value)
      }
      const html = await response.text()
      const action = /action="([^"]+)"/.exec(html)?.[1]
      const location = response.headers.get('location') ?? action
      if (!location) throw new Error(`${response.status}: ${html}`)
      // When someone else signs in, the provider first asks the browser to end its session by a form.
      form = response.headers.has('location') ? undefined : new URLSearchParams(fieldsOf(html))
      url = new URL(location, url).href
      if (url.startsWith('http://localhost:3000/')) return url
    }
    throw new Error('the provider redirects for ever')
  }
}

function fieldsOf(html: string): [string, string][] {
  const inputs = html.matchAll(/name="([^"]+)" value="([^"]*)"/g)
  return [...inputs].map(([, name = '', value = '']) => [name, value])
}
