/** Posted with a form again once its question was shown. No module of the browser, of which the server sees no text. */
export const confirmingField = 'confirming'
