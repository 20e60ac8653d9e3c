/** The pages of the account, as its list names them. */
export const accountPages = {
  profile: '/account',
  security: '/account/security',
  keys: '/account/keys',
  data: '/account/data',
} as const

export type AccountPage = keyof typeof accountPages
