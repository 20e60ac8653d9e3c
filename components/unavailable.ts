/** The response to a form that a script sent while the database was unavailable: the error's message in the browser. */
export const unavailable = 'The database is temporarily unavailable.'
