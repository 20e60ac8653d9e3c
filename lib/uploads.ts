/** What one request may carry: `maxBytes` of its body, which has to arrive within `deadlineMs`. */
export type BodyLimits = { maxBytes: number; deadlineMs: number }

/**
 * A route that receives something else than a form, and its `path` as its folder in `app` is called. `program`: bodies
 * come from programs, which have no origin and authenticate by a key.
 */
export type UploadRoute = BodyLimits & { path: string; streamed: boolean; program?: true }

const mebibyte = 1024 * 1024

/** Every form without a file. */
export const formLimits: BodyLimits = { maxBytes: mebibyte / 2, deadlineMs: 30_000 }

/** Bytes per second of the slowest line on which the largest upload succeeds: no server may time out sooner. */
export const slowestLine = 64_000

/** Room for a form with ten documents, and a minute more than the slowest line takes. */
const files = {
  maxBytes: 120 * mebibyte,
  deadlineMs: (1000 * 120 * mebibyte) / slowestLine + 60_000,
  streamed: true,
}

/** The largest logo. Its form has room for more, so that a larger one is refused next to its field. */
export const maxLogoBytes = mebibyte / 2

const json = { deadlineMs: formLimits.deadlineMs, streamed: false, program: true } as const

/**
 * The routes that receive files, and the JSON of programs. Admission (portal/), the routes themselves and the texts of
 * pages and documents derive from this list; lib/uploads.test.ts compares it with the routes and the documents that
 * there are.
 */
export const uploadRoutes = {
  application: { path: '/applications/[id]/validation/documents', ...files },
  organisation: { path: '/organisations/[id]/documents', ...files },
  accounts: { path: '/administration/accounts/upload', ...files },
  branding: { path: '/administration/branding', ...formLimits, maxBytes: 2 * mebibyte, streamed: false },
  agents: { path: '/mcp', ...json, maxBytes: mebibyte / 4 },
  programs: { path: '/api/[...path]', ...json, maxBytes: mebibyte / 16 },
} satisfies Record<string, UploadRoute>

const patterns = Object.values(uploadRoutes).map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replace('[...path]', '.+').replace(/\[\w+\]/g, '[^/]+')}$`),
}))

/** The route that receives something else at `pathname`, or null where bodies are forms. */
export function findUploadRoute(pathname: string): UploadRoute | null {
  return patterns.find(({ pattern }) => pattern.test(pathname))?.route ?? null
}
