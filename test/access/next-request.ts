import { AsyncLocalStorage } from 'node:async_hooks'
import { decode } from 'next-auth/jwt'
import type { SessionClaims } from '@/lib/identity/session'

// A substitute for Next's own request in tests, so that server actions run as for a browser's post, even several at the
// same time. The session is read from its row, and the database is a real one.
type Request = { claims: SessionClaims | null; headers: Headers; cookie?: string }

const current = new AsyncLocalStorage<Request>()
const request = () => current.getStore() ?? { claims: null, headers: new Headers() }

/** For `vi.mock`, by the name of the module that it replaces. */
export const nextModules = {
  'next-auth': {
    getServerSession: async (options: { callbacks: { session: (input: object) => unknown } }) => {
      const { claims, cookie } = request()
      const secret = process.env.NEXTAUTH_SECRET ?? ''
      const token = cookie
        ? await decode({ token: cookie, secret })
        : claims && { ...claims, exp: 9_999_999_999 }
      return options.callbacks.session({ token: token ?? {} })
    },
  },
  'next/headers': {
    headers: async () => request().headers,
    cookies: async () => ({ get: () => undefined, set: setCookie, delete: () => {} }),
  },
  'next/cache': { refresh: () => {}, revalidatePath: () => {} },
  'next-intl/server': {
    getLocale: async () => 'en',
    getTimeZone: async () => 'UTC',
    getTranslations: async () => (key: string) => key,
  },
}

/** The rest of the request has the session that it has just been given. */
function setCookie(name: string, value: string): void {
  if (name === 'next-auth.session-token') request().cookie = value
}

export type Outcome = { answer?: unknown; redirect?: string; status?: string; refusal?: string }
type Call = (...given: unknown[]) => Promise<unknown>

/** Calls the server action `name` (`file function`) as this person. */
export async function callAction(
  caller: { claims: SessionClaims } | null,
  name: string,
  given: unknown[],
  more: Record<string, string> = {},
): Promise<Outcome> {
  const [file = '', action = ''] = name.split(' ')
  const module = (await import(/* @vite-ignore */ `@/${file}`)) as Record<string, Call>
  const headers = new Headers({ 'x-guichet-caller': '127.0.0.1', ...more })
  return current.run({ claims: caller?.claims ?? null, headers }, () =>
    attempt(() => (module[action] as Call)(...given)),
  )
}

/** Runs `work` as a page's request of this person, for `path` where that matters. */
export function asCaller<T>(
  claims: SessionClaims | null,
  work: () => T,
  path = '/',
  more: Record<string, string> = {},
): T {
  const headers = new Headers({ 'x-guichet-caller': '127.0.0.1', 'x-guichet-path': path, ...more })
  return current.run({ claims, headers }, work)
}

/** Next signals "redirect" and "not found" by throwing. */
async function attempt(call: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { answer: await call() }
  } catch (error) {
    const { digest = '', message } = error as { digest?: string; message: string }
    const [kind, how, path] = digest.split(';')
    if (kind === 'NEXT_REDIRECT') {
      if (!/^(\/|https?:)/.test(path ?? '')) throw new Error(`A redirect leads to ${path}.`)
      return { redirect: path, status: how }
    }
    if (digest) return { status: digest }
    return { refusal: message }
  }
}
