export const documentKinds = ['pdf', 'jpeg', 'png'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const contentTypes: Record<DocumentKind, string> = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
}

/** Files in one post, and bytes of one post: what a form with every field filled may carry. */
export const maxFiles = 10
export const maxPostBytes = 120 * 1024 * 1024

/** Milliseconds that the largest post takes over the slowest line that is supported, 64 kB/s: no server may cut it sooner. */
export const maxPostMs = (1000 * maxPostBytes) / 64_000

/** Why a file was refused; each has its own sentence in the messages. */
export const uploadRefusals = [
  'empty',
  'wrong_kind',
  'kind_not_accepted',
  'cut_off',
  'too_large',
  'name_path',
  'name_long',
  'too_many',
  'infected',
  'scan_unavailable',
  'not_yours',
  'closed',
  'interrupted',
  'submission_full',
  'hourly_limit',
  'too_many_versions',
  'replaced_often',
] as const
export type UploadRefusal = (typeof uploadRefusals)[number]
