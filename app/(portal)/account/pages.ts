/** The pages of the account, as its list names them. */
export const accountPages = {
  profile: '/account',
  security: '/account/security',
  keys: '/account/keys',
  data: '/account/data',
} as const

export type AccountPage = keyof typeof accountPages

/** Why an identity of single sign-on cannot be unlinked here: the text for each of `findHold`. */
export const holds = { role_by_claim: 'roleByClaim', only_way: 'onlyWay' } as const
