/** Why an identity of single sign-on cannot be unlinked here: the text for each of `findHold`. */
export const holds = { role_by_claim: 'roleByClaim', only_way: 'onlyWay' } as const
