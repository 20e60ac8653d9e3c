/** Maximum characters of the list of accounts that a reviewer grants, typed or from a file. */
export const maxAccountListLength = 400_000
