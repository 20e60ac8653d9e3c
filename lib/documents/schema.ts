export const documentKinds = ['pdf', 'jpeg', 'png'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const contentTypes: Record<DocumentKind, string> = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
}

/** Maximum files per post: room for a form with every field filled. */
export const maxFiles = 10

/** Why a file was refused; each reason has a sentence in the messages. */
export const uploadRefusals = [
  'empty',
  'wrong_kind',
  'kind_not_accepted',
  'cut_off',
  'animated',
  'prefixed',
  'protected',
  'too_large',
  'name_path',
  'name_long',
  'too_many',
  'infected',
  'scan_unavailable',
  'not_yours',
  'closed',
  'changed',
  'interrupted',
  'submission_full',
  'hourly_limit',
  'too_many_versions',
  'replaced_often',
] as const
export type UploadRefusal = (typeof uploadRefusals)[number]

/**
 * How the fields are named that have what a form shows of each document (`documentVersion`), before the requirement's
 * id.
 */
export const documentVersionField = 'shown.'

/** What identifies a document and its last day, as `YYYY-MM-DD`, in a form that shows them. */
export function documentVersion(id: string, day = ''): string {
  return `${id} ${day}`
}

/** How the fields for the last days of documents are named, before the requirement's id. */
export const validityField = 'validUntil.'

/** Why a last day was refused; each reason has a sentence in the messages. */
export const dateProblems = ['date_wrong', 'date_past'] as const
export type DateProblem = (typeof dateProblems)[number]
