/** The longest query that is looked at, characters. */
export const longestQuery = 100
