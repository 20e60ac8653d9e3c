/** The maximum length of a query, in characters. */
export const maxQueryLength = 100
