// No module of the browser, of which the server sees no text.

/** Posted with a form again once its question was shown. */
export const confirmingField = 'confirming'

/** The key by which a form does once what it does: made where it is rendered, and replaced once it was answered. */
export const formKeyField = 'requestKey'

/** For whom a form was rendered, by their id. */
export const personField = 'person'

/** Begins the name of what holds the label of the field of that name, where there is no script. */
export const labelField = 'label.'
